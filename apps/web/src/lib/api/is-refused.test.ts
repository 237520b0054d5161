import { expect, test } from 'vitest';
import { RequestError, refusal, unanswered } from './http.ts';
import { isRefused } from './is-refused.ts';

const underWay = new RequestError({
  outcome: 'answered',
  status: 409,
  message: '',
  problem: { code: 'request_under_way' },
});

test.each([
  ['the server said no', refusal(409, ''), true],
  ['no answer within the time', unanswered('timeout'), false],
  ['no way to the server', unanswered('network'), false],
  ['the server broke', refusal(502, ''), false],
  ['there were too many requests', refusal(429, ''), false],
  ['the session is over', refusal(401, ''), false],
  ['the first try is still under way', underWay, false],
  ['something else', new Error('no request'), false],
])('%s', (_what, error, expected) => expect(isRefused(error)).toBe(expected));
