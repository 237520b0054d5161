import type { EndReason } from '@farline/contracts/calls';
import { expect, test, vi } from 'vitest';
import { RequestError } from '../../../lib/api/http.ts';
import { limitPath } from '../../../lib/calls/limit-path.ts';
import { problemOf, problemOfEnd, problemOfReason, sentenceOfProblem } from './phone-problem.ts';

test.each<[EndReason, string, string]>([
  ['limit_day', 'limit', '/settings/limits?lift=day'],
  ['limit_hour', 'limit', '/settings/limits?lift=hour'],
  ['limit_new_countries', 'limit', '/settings/limits?lift=new_countries'],
  ['too_many_calls', 'limit', '/settings/limits?lift=calls'],
  ['limit_per_minute', 'destination_closed', '/settings/limits?open=%2B449098790000'],
  ['limit_connection_fee', 'destination_closed', '/settings/limits?open=%2B449098790000'],
  ['destination_closed', 'destination_closed', '/settings/limits?open=%2B449098790000'],
])('a call that %s stopped leads to where that is undone', (reason, problem, path) => {
  expect(problemOfReason(reason)).toBe(problem);
  expect(limitPath({ reason, to: '+449098790000' })).toBe(path);
});

test.each<EndReason | null>([null, 'hangup_caller', 'busy', 'out_of_credit', 'credit_exhausted'])(
  'a call that ended with %s was stopped by no limit',
  (reason) => expect(limitPath({ reason, to: '+449098790000' })).toBeNull(),
);

test('a call that is refused because there is too much to do is told so, and not that the phone system is away', () => {
  const message = 'We’re very busy right now. Please try again in a moment.';
  const refused = new RequestError({
    outcome: 'answered',
    status: 503,
    message: '',
    problem: { code: 'busy', message },
  });
  expect(problemOf(refused)).toEqual({ kind: 'busy', serverSentence: message });
  expect(sentenceOfProblem({ kind: 'busy', serverSentence: null })).toBe('We’re very busy right now');
});

test('a call whose connection was lost before the answer had none, although the browser may be online again', () => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(problemOfEnd({ is: 'cut-off' })).toBe('no_network');
  expect(problemOfEnd({ is: 'unreachable' })).toBe('engine_unavailable');
});
