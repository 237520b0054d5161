import '../../lib/testing/browser-stand-ins.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ENDED_CALL } from '../../lib/testing/ended-call.ts';
import { CallList } from './call-list.tsx';

test('what a call cost stands in the list at sight, and to the last digit where it is pointed at', () => {
  const list = <CallList calls={[ENDED_CALL]} selectedId={null} onSelect={() => {}} onCall={() => {}} />;
  expect(renderToStaticMarkup(<MemoryRouter>{list}</MemoryRouter>)).toMatch(/title="\$1\.2345">\$1\.23</);
});
