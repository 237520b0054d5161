import type { Call } from '@farline/contracts/calls';
import { expect, test } from 'vitest';
import { kindOf, resultOf } from './call-kind.ts';

const AT = '2026-11-28T12:00:00.000Z';

test.each<[string, Partial<Call>]>([
  ['running', { endedAt: null }],
  ['out', { direction: 'outbound' }],
  ['in', {}],
  ['in', { reason: 'menu' }],
  ['missed', { answeredAt: null, reason: 'no_answer' }],
  ['missed', { reason: 'voicemail' }],
  ['missed', { reason: 'message' }],
])('a call is %s where its record says %j', (kind, over) => {
  const talked = { direction: 'inbound', answeredAt: AT, endedAt: AT, reason: 'hangup_caller' } as const;
  expect(kindOf({ ...talked, ...over } as Call)).toBe(kind);
});

test.each([
  ['0.000467', '0:07 · $0.0005'],
  ['1.234567', '0:07 · $1.23'],
  ['0', '0:07'],
])('a call of %s dollars is told at sight as %j', (amount, told) => {
  const call = { answeredAt: AT, endedAt: AT, duration: 7, cost: { amount, currency: 'USD' } };
  expect(resultOf(call as Call)).toBe(told);
});
