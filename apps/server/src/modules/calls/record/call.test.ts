import { expect, test } from 'vitest';
import {
  answeredSeconds,
  applyCallEvent,
  type CallEvent,
  type CallProgress,
  callStatus,
  type EndedProgress,
} from './call.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
const allowed: CallEvent = { type: 'allowed', at: at(0) };
const rings: CallEvent = { type: 'ringing', at: at(1) };
const answers: CallEvent = { type: 'answered', at: at(2) };
const ends: CallEvent = {
  type: 'ended',
  at: at(9),
  answeredAt: at(2),
  reason: 'hangup_callee',
  endedBy: 'callee',
  sipStatus: null,
};
const fails: CallEvent = {
  type: 'ended',
  at: at(5),
  answeredAt: null,
  reason: 'busy',
  endedBy: 'callee',
  sipStatus: 486,
};
const after = (...events: CallEvent[]) => events.reduce<CallProgress>(applyCallEvent, { state: 'initiated' });

test.each([
  [
    'a call is allowed, rings, is answered and ends',
    [allowed, rings, answers, ends],
    { state: 'ended', ringingAt: at(1), answeredAt: at(2), endedAt: at(9) },
  ],
  [
    'an answer that comes late changes nothing',
    [allowed, ends, answers],
    { state: 'ended', answeredAt: at(2), endedAt: at(9) },
  ],
  [
    'ringing that comes after the answer changes nothing',
    [allowed, answers, rings],
    { state: 'answered', ringingAt: null },
  ],
  ['an end without an answer is none', [allowed, rings, fails], { state: 'ended', answeredAt: null, sipStatus: 486 }],
  [
    'a failure that comes after the end changes nothing',
    [allowed, answers, ends, fails],
    { reason: 'hangup_callee', sipStatus: null },
  ],
  ['nothing rings that was not allowed', [rings, answers], { state: 'initiated' }],
  ['an INVITE is allowed once', [allowed, rings, allowed], { state: 'ringing' }],
] as const)('%s', (_promise, events, expected) => {
  expect(after(...events)).toMatchObject(expected);
});

test('an event that changes nothing gives the same object back', () => {
  const answered = after(allowed, answers);
  for (const event of [allowed, rings, answers]) expect(applyCallEvent(answered, event)).toBe(answered);
});

test('a call never ends before its answer, whatever two clocks say', () => {
  expect(after(allowed, { ...ends, at: at(1.5) })).toMatchObject({ answeredAt: at(2), endedAt: at(2) });
});

test.each([
  ['never answered', null, 60, 0],
  ['a millisecond', 0.001, 60, 1],
  ['a whole second', 1, 60, 1],
  ['a little more than six', 6.001, 60, 7],
  ['cut a little late', 90.3, 90, 90],
  ['over the moment it began', 0, 60, 0],
] as const)('answered seconds: %s', (_what, lasted, granted, expected) => {
  const answeredAt = lasted === null ? null : at(2);
  const call = { state: 'ended', answeredAt, endedAt: at(2 + (lasted ?? 0)) } as EndedProgress;
  expect(answeredSeconds(call, granted)).toBe(expected);
});

test.each([
  [[], 'initiated'],
  [[allowed], 'initiated'],
  [[allowed, rings], 'ringing'],
  [[allowed, answers], 'in-progress'],
  [[allowed, answers, ends], 'completed'],
  [[allowed, fails], 'failed'],
  [[allowed, { ...fails, reason: 'cancelled' }], 'cancelled'],
  [[{ ...fails, reason: 'out_of_credit' }], 'failed'],
] as [CallEvent[], string][])('the status after %j is %s', (events, status) => {
  expect(callStatus(after(...events))).toBe(status);
});
