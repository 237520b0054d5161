import '../../lib/testing/browser-stand-ins.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ENDED_CALL } from '../../lib/testing/ended-call.ts';
import { CallLine } from './call-line.tsx';

test('what a call cost stands in its thread at sight, and to the last digit where it is pointed at', () => {
  const line = renderToStaticMarkup(<MemoryRouter>{<CallLine call={ENDED_CALL} />}</MemoryRouter>);
  expect(line).toMatch(/title="\$1\.2345">1:01 · \$1\.23</);
});

test('a call whose number may be forged bears the sign of it in the thread of that number', () => {
  const call = { ...ENDED_CALL, direction: 'inbound', callerDoubt: 'failed_check' } as const;
  const line = renderToStaticMarkup(<MemoryRouter>{<CallLine call={call} />}</MemoryRouter>);
  expect(line).toContain('caller-doubt-sign');
});
