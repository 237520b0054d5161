import '../../../lib/testing/browser-stand-ins.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { aCall } from '../testing/a-call.ts';
import { queryClient, usageQuery } from '../../../lib/session/queries.ts';
import { quoteQuery } from '../../../lib/calls/quote-query.ts';
import type { Reply } from '../../../lib/api/api-routes.ts';
import { StartingView } from './starting-view.tsx';
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

const USAGE = {
  wallet: { available: { amount: '5.0000', currency: 'USD' } },
  trialCredit: { amount: '0.0000', currency: 'USD' },
} as Reply<'GET /billing/usage'>;

/** What a minute to the number costs by now, as the server has said. */
function quoted(amount: string, included: object | null = null): void {
  queryClient.setQueryData(usageQuery.queryKey, USAGE);
  const terms = { ...call.terms, perMinute: { amount, currency: 'USD' } };
  const quote = { destination: call.destination, terms, included } as Reply<'POST /calls/calculate-cost'>;
  queryClient.setQueryData(quoteQuery(call.to, USAGE).queryKey, quote);
}
const shown = (part: ReactNode): string => renderToStaticMarkup(<MemoryRouter>{part}</MemoryRouter>);

test('what a minute would cost stands on a button that calls at one press, and before the call is placed', () => {
  quoted('0.0250');
  expect(shown(<EndedView phone={phone} />)).toContain('Call again · $0.025/min');
  expect(shown(<EndedBar phone={phone} />)).toContain('Call again · $0.025/min');
  const starting = shown(<StartingView number={call.to} waitsFor="microphone" />);
  expect(starting).toMatch(/data-testid="starting-rate">\$0\.025\/min</);
  quoted('0.0250', { seconds: 60 });
  expect(shown(<EndedView phone={phone} />)).toContain('Call again · included');
});

test('no price is claimed that is not known', () => {
  queryClient.clear();
  expect(shown(<EndedView phone={phone} />)).toMatch(/Call again</);
  expect(shown(<StartingView number={call.to} waitsFor="server" />)).toMatch(/data-testid="starting-rate"></);
});

test('nobody is offered to write to a number that does not exist', () => {
  const failed = (reason: typeof call.reason) =>
    shown(
      <EndedView
        phone={{ ...phone, call: aCall({ status: 'failed', reason, endedAt: AT, duration: 0 }), talkedSeconds: 0 }}
      />,
    );
  expect(failed('busy')).toContain('Send a text');
  expect(failed('unallocated')).not.toContain('Send a text');
});

test('of a call that a reload has ended that is said, and no more; of one that ended otherwise meanwhile, how', () => {
  const RELOADED = 'The page was reloaded during this call, so it has ended.';
  const [ours, theirs] = ['You ended the call.', 'The person you called ended the call.'];
  const after = (over: Partial<typeof call>) => {
    const view = shown(<EndedView phone={{ ...phone, note: 'reloaded', call: aCall({ ...call, ...over }) }} />);
    return [RELOADED, ours, theirs].filter((sentence) => view.includes(sentence));
  };
  expect(after({ endedBy: 'caller', reasonText: ours })).toEqual([RELOADED]);
  expect(after({ direction: 'inbound', endedBy: 'callee', reasonText: ours })).toEqual([RELOADED]);
  expect(after({ status: 'in-progress', endedAt: null, reason: null, reasonText: null })).toEqual([RELOADED]);
  expect(after({ endedBy: 'callee', reason: 'hangup_callee', reasonText: theirs })).toEqual([theirs]);
});

test('of a call that nobody answered no duration is told', () => {
  const unanswered = aCall({ status: 'failed', reason: 'no_answer', endedAt: AT, duration: 0, cost: null });
  const view = (of: typeof call, talkedSeconds: number) =>
    shown(<EndedView phone={{ ...phone, call: of, talkedSeconds }} />);
  expect(view(call, 61)).toMatch(/data-testid="ended-duration"[^>]*>1:01</);
  expect(view(unanswered, 0)).not.toMatch(/ended-duration|0:00/);
});

test('nobody is told that nothing was charged for a call that was', () => {
  const lost = (of: typeof call) => shown(<EndedView phone={{ ...phone, call: of, problem: 'no_network' }} />);
  expect(lost(aCall({ reason: 'cancelled', endedAt: AT, cost: null }))).toContain('Nothing was charged');
  expect(lost(call)).not.toContain('Nothing was charged');
});
