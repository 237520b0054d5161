import type { Call } from '@farline/contracts/calls';
import { expect, test } from 'vitest';
import {
  IDLE,
  isBusy,
  nextPhoneState,
  type PhoneEvent,
  type PhoneState,
  stateWord,
  talkedSeconds,
} from './phone-state.ts';
import { aCall } from './testing/a-call.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const CALL: Call = aCall();
const ENDED: Call = {
  ...CALL,
  status: 'completed',
  reason: 'hangup_callee',
  reasonText: 'They hung up.',
  endedAt: '2026-01-01T00:00:12Z',
  duration: 11,
  cost: usd('0.0033'),
};
const dialled: PhoneEvent = { type: 'dialled', number: '+447700900123' };
const over: PhoneEvent = { type: 'over', atMs: 12_000, problem: null };

const after = (...events: PhoneEvent[]): PhoneState => events.reduce(nextPhoneState, IDLE);
const talking = [
  dialled,
  { type: 'placed', call: CALL },
  { type: 'ringing' },
  { type: 'answered', atMs: 1_500 },
] as const;

test('a call goes from dialling over ringing and talking to its end', () => {
  const words = talking.map((_, last) => stateWord(after(...talking.slice(0, last + 1))));
  expect([...words, stateWord(after(...talking, over))]).toEqual([
    'starting',
    'calling',
    'ringing',
    'in-call',
    'ended',
  ]);
});

test('what is talked counts from the answer, rounded up', () => {
  expect(talkedSeconds(after(...talking), 1_501)).toBe(1);
  expect(talkedSeconds(after(...talking), 12_000)).toBe(11);
  expect(talkedSeconds(after(...talking, over), 99_000)).toBe(11);
});

test('a call that nobody answered was not talked', () => {
  expect(talkedSeconds(after(dialled, { type: 'placed', call: CALL }, { type: 'ringing' }, over), 99_000)).toBe(0);
});

test('what the network says before the answer replaces the ringing, and a later ringing does not come back', () => {
  const heard = after(dialled, { type: 'placed', call: CALL }, { type: 'early-media' }, { type: 'ringing' });
  expect(heard).toMatchObject({ state: 'calling', hears: 'network' });
});

test('dialling during a call changes nothing', () => {
  const phone = after(...talking);
  expect(nextPhoneState(phone, dialled)).toBe(phone);
});

test('an answer after the end changes nothing', () => {
  const ended = after(...talking, over);
  expect(nextPhoneState(ended, { type: 'answered', atMs: 20_000 })).toBe(ended);
  expect(nextPhoneState(ended, over)).toBe(ended);
});

test('a refusal on the way to a call stands in the idle phone, with the number that was called', () => {
  const problem = { kind: 'microphone_refused', serverSentence: null } as const;
  expect(after(dialled, { type: 'refused', problem })).toEqual({
    state: 'idle',
    refused: { number: '+447700900123', problem },
  });
});

test('a hang-up before the call is placed leaves the phone idle', () => {
  expect(after(dialled, { type: 'microphone-opened' }, over)).toEqual(IDLE);
});

test('the record of the end brings reason, price and the exact duration', () => {
  const ended = after(...talking, over, { type: 'record', call: ENDED });
  expect(ended).toMatchObject({ state: 'ended', talkedSeconds: 11, call: { reasonText: 'They hung up.' } });
});

test('an older record never takes an end back, and a record of another call is not ours', () => {
  const ended = after(...talking, over, { type: 'record', call: ENDED });
  expect(nextPhoneState(ended, { type: 'record', call: CALL })).toBe(ended);
  const running = after(...talking);
  expect(nextPhoneState(running, { type: 'record', call: { ...ENDED, id: CALL.id.replace('1', '2') } })).toBe(running);
});

test('only a call on its way or under way makes the phone busy', () => {
  expect([IDLE, after(dialled), after(...talking), after(...talking, over)].map(isBusy)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('a number after the end begins anew, and clearing goes back to rest', () => {
  expect(stateWord(after(...talking, over, dialled))).toBe('starting');
  expect(after(...talking, over, { type: 'cleared' })).toEqual(IDLE);
});

test('a call that was answered here is talked on at once, and counts from the answer', () => {
  const answered = after({ type: 'picked-up', call: CALL, atMs: 1_500 });
  expect(stateWord(answered)).toBe('in-call');
  expect(talkedSeconds(answered, 4_400)).toBe(3);
  expect(stateWord(after(...talking, over, { type: 'picked-up', call: CALL, atMs: 1_500 }))).toBe('in-call');
});

test('nothing is picked up while another call is talked on', () => {
  const phone = after(...talking);
  expect(nextPhoneState(phone, { type: 'picked-up', call: { ...CALL, id: 'another' }, atMs: 9_000 })).toBe(phone);
});
