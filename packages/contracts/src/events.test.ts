import { expect, test } from 'vitest';
import { eventPayloads, readEvent } from './events.ts';

const facts = {
  startedAt: '2026-03-01T12:00:00.000Z',
  endedAt: '2026-03-01T12:01:00.000Z',
  isAnswered: true,
  answeredSeconds: 60,
  costMicros: '600000',
  countryCode: 'GB',
  kind: 'mobile',
};

test.each([
  ['account.closed', {}],
  ['call.ended', { ended: facts, reason: 'hangup_caller' }],
  ['call.ended', { ended: null, reason: 'no_answer', isMissed: true }],
  ['user.password_changed', { address: '192.0.2.1' }],
])('%s is read as it was published', (type, payload) => {
  expect(readEvent(type, payload)).toEqual({ type, payload });
});

test('what an event carries beyond its type is left out', () => {
  expect(readEvent('wallet.changed', { balance: 7 })).toEqual({ type: 'wallet.changed', payload: {} });
});

test('the end of a call that an earlier release told as a change is an end', () => {
  const payload = { ended: facts, reason: 'hangup_caller' };
  expect(readEvent('call.changed', payload)).toEqual({ type: 'call.ended', payload });
});

test.each([
  ['user.renamed', {}],
  ['toString', {}],
  ['user.password_changed', { address: 7 }],
  ['user.new_device', {}],
  ['call.ended', {}],
  ['call.ended', { ended: { ...facts, costMicros: '-9' }, reason: 'hangup_caller' }],
  ['call.ended', { ended: { ...facts, endedAt: 'today' }, reason: 'hangup_caller' }],
  ['wallet.changed', null],
])('%s with %j is not understood', (type, payload) => expect(readEvent(type, payload)).toBeNull());

test('what carries something is not understood in another form', () => {
  const carrying = Object.entries(eventPayloads).filter(([, payload]) => Object.keys(payload.shape).length > 0);
  expect(carrying.length).toBeGreaterThan(10);
  expect(carrying.map(([type]) => readEvent(type, { address: 7 }))).toEqual(carrying.map(() => null));
});
