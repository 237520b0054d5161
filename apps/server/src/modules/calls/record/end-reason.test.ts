import { endReason } from '@farline/contracts';
import { expect, test } from 'vitest';
import { endingOfAnswered, endingOfFailure, q850Cause } from './end-reason.ts';
import { reasonText } from '../history/reason-text.ts';

test.each([
  [486, 'busy', 'callee'],
  [600, 'busy', 'callee'],
  [603, 'rejected', 'callee'],
  [403, 'carrier_failure', 'carrier'],
  [608, 'carrier_failure', 'carrier'],
  [404, 'unallocated', 'carrier'],
  [484, 'unallocated', 'carrier'],
  [480, 'unavailable', 'carrier'],
  [408, 'no_answer', 'carrier'],
  [487, 'cancelled', 'caller'],
  [503, 'carrier_failure', 'carrier'],
  [500, 'carrier_failure', 'carrier'],
  [488, 'carrier_failure', 'carrier'],
] as const)('a final %d is %s, by the %s', (status, reason, endedBy) => {
  expect(endingOfFailure({ cause: 'final', status })).toEqual({ reason, endedBy });
});

test.each([488, 606])('a phone that is called and says %d refuses the sound, and is told so', (status) => {
  const ending = endingOfFailure({ cause: 'final', status, direction: 'inbound' });
  expect(ending).toEqual({ reason: 'media_failed', endedBy: 'callee' });
  const told = { reason: ending.reason, hasRung: false, direction: 'inbound' } as const;
  expect(reasonText({ ...told, isAnswered: false })).toContain('refused the sound of the call (488)');
  expect(reasonText({ ...told, isAnswered: true })).toContain('couldn’t be connected');
});

test.each([
  ['ringing_timeout', 408, 'no_answer'],
  ['first_sign_timeout', 408, 'no_answer'],
  ['cancelled', 487, 'cancelled'],
] as const)('the cause %s is %s, whatever the status', (cause, status, reason) => {
  expect(endingOfFailure({ cause, status }).reason).toBe(reason);
});

test.each([
  ['caller', 'duration', 'hangup_caller'],
  ['callee', 'money', 'hangup_callee'],
  ['limit', 'money', 'credit_exhausted'],
  ['limit', 'duration', 'duration_limit'],
  ['limit', 'absence', 'engine_lost'],
  ['server', 'duration', 'ended_by_request'],
] as const)('an answered call ended by the %s, the limit being of %s: %s', (by, limit, reason) => {
  expect(endingOfAnswered(by, limit).reason).toBe(reason);
});

test.each([
  [200, 16],
  [404, 1],
  [486, 17],
  [480, 18],
  [603, 21],
  [503, 41],
  [499, 127],
])('SIP %d is Q.850 cause %d', (status, cause) => {
  expect(q850Cause(status)).toBe(cause);
});

test("each of the sandbox's endings has its own sentence", () => {
  const endings = [
    'busy',
    'no_answer',
    'rejected',
    'unallocated',
    'hangup_callee',
    'unavailable',
    'hangup_caller',
  ] as const;
  const sentences = endings.map((reason) => reasonText({ reason, hasRung: true, isAnswered: false }));
  expect(new Set(sentences).size).toBe(endings.length);
});

test('every reason has a sentence, answered or not', () => {
  for (const reason of endReason.options) {
    for (const isAnswered of [true, false]) {
      expect(reasonText({ reason, hasRung: isAnswered, isAnswered })).toMatch(/^[A-Z].*\.$/);
    }
  }
});
