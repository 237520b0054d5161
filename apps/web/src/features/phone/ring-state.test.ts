import { expect, test } from 'vitest';
import { nextRinging, type RingEvent, type RingingCall } from './ring-state.ts';
import { aCall } from './testing/a-call.ts';

const ONE = '0198a5f0-0000-7000-8000-000000000001';
const OTHER = '0198a5f0-0000-7000-8000-000000000002';
const NONE: readonly RingingCall[] = [];

const rang = (id: string): RingEvent => ({ type: 'rang', id, number: '+447700900555', hasVoicemail: false });
const after = (...events: RingEvent[]) => events.reduce(nextRinging, NONE);

test('a call rings until it is answered, declined, or its caller gives up', () => {
  const calls = after(rang(ONE));
  expect(calls).toMatchObject([{ id: ONE, number: '+447700900555', state: 'ringing', problem: null }]);
  expect(nextRinging(calls, { type: 'gone', id: ONE })).toEqual([]);
});

test('the same call rings once, and another stands behind it', () => {
  const calls = after(rang(ONE));
  expect(nextRinging(calls, rang(ONE))).toBe(calls);
  expect(nextRinging(calls, rang(OTHER)).map(({ id }) => id)).toEqual([ONE, OTHER]);
});

test('Answer pressed twice answers once, and no other call meanwhile', () => {
  const calls = after(rang(ONE), rang(OTHER), { type: 'answering', id: ONE });
  expect(nextRinging(calls, { type: 'answering', id: ONE })).toBe(calls);
  expect(nextRinging(calls, { type: 'answering', id: OTHER })).toBe(calls);
});

test('a refused microphone leaves the call ringing, with what to do, and Answer works again', () => {
  const refused = after(
    rang(ONE),
    { type: 'answering', id: ONE },
    { type: 'refused', id: ONE, problem: 'microphone_refused' },
  );
  expect(refused).toMatchObject([{ state: 'ringing', problem: 'microphone_refused' }]);
  expect(nextRinging(refused, { type: 'answering', id: ONE })).toMatchObject([{ state: 'answering', problem: null }]);
});

test('a refusal that comes after the call has gone changes nothing', () => {
  const gone = after(rang(ONE), { type: 'answering', id: ONE }, { type: 'gone', id: ONE });
  expect(nextRinging(gone, { type: 'refused', id: ONE, problem: 'microphone_refused' })).toBe(gone);
});

test('the record brings which number was called; one of another call changes nothing', () => {
  const calls = after(rang(ONE));
  expect(nextRinging(calls, { type: 'record', call: aCall({ id: OTHER }) })).toBe(calls);
  const told = nextRinging(calls, { type: 'record', call: aCall({ id: ONE, to: '+999100200' }) });
  expect(told).toMatchObject([{ record: { to: '+999100200' } }]);
});

test.each(['answeredAt', 'endedAt'] as const)('a record with %s takes a call that rings away', (instant) => {
  const call = aCall({ id: ONE, [instant]: '2026-01-01T00:00:05Z' });
  expect(nextRinging(after(rang(ONE)), { type: 'record', call })).toEqual([]);
});

test('the answer in the record of a call that is being answered here is no other one', () => {
  const answering = after(rang(ONE), { type: 'answering', id: ONE });
  const call = aCall({ id: ONE, answeredAt: '2026-01-01T00:00:05Z' });
  expect(nextRinging(answering, { type: 'record', call })).toMatchObject([{ id: ONE, state: 'answering' }]);
});
