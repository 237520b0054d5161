import '../../lib/testing/browser-stand-ins.ts';
import type { Call } from '@farline/contracts/calls';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { i18n } from '../../lib/language/i18n.ts';
import { ENDED_CALL } from '../../lib/testing/ended-call.ts';
import { CallList } from './call-list.tsx';

const listOf = (call: Call): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <CallList calls={[call]} selectedId={null} onSelect={() => {}} onCall={() => {}} />
    </MemoryRouter>,
  );

afterEach(async () => await i18n.changeLanguage('en'));

test('what a call cost stands in the list at sight, and to the last digit where it is pointed at', () => {
  expect(listOf(ENDED_CALL)).toMatch(/title="\$1\.2345">\$1\.23</);
});

test('a code is read from its asterisk on in Arabic, too', async () => {
  const echo = { ...ENDED_CALL, to: '*43', destination: { ...ENDED_CALL.destination, kind: 'echo' } } as Call;
  expect(listOf(echo)).toContain('>*43<');
  await i18n.changeLanguage('ar');
  expect(listOf(echo)).toContain('>\u2066*43\u2069<');
});
