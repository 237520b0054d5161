import '../../../lib/testing/browser-stand-ins.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { aCall } from '../testing/a-call.ts';
import { EndedBar } from './call-bar.tsx';
import { EndedView } from './ended-view.tsx';

const AT = '2031-03-14T10:24:00.000Z';
const cost = { amount: '1.2345', currency: 'USD' };
const call = aCall({ status: 'completed', reason: 'hangup_caller', answeredAt: AT, endedAt: AT, duration: 61, cost });
const phone = { state: 'ended', call, talkedSeconds: 61, problem: null, note: 'none' } as const;

test.each([
  ['bar', <EndedBar key="bar" phone={phone} />, /title="\$1\.2345">1:01 · \$1\.23</],
  ['view', <EndedView key="view" phone={phone} />, /data-amount="1\.2345" title="\$1\.2345">\$1\.23</],
])('the %s after a call says its cost at sight, and to the last digit where it is pointed at', (_where, part, said) => {
  expect(renderToStaticMarkup(<MemoryRouter>{part}</MemoryRouter>)).toMatch(said);
});
