import type { Call } from '@farline/contracts/calls';
import { expect, test } from 'vitest';
import { announcementOf } from './announcement.ts';
import { IDLE, type PhoneState } from './phone-state.ts';
import { NO_TRANSFER } from './transfer-state.ts';

const call = { to: '+447700900123', transfer: null } as Call;
const cancelled = {
  ...call,
  endedAt: '2026-01-01T00:00:09Z',
  reason: 'cancelled',
  reasonText: 'You cancelled.',
} as Call;
const talking: PhoneState = { state: 'talking', call, answeredAtMs: 0, signalling: 'connected' };
const atRest = { transfer: NO_TRANSFER, isHeld: false, isMuted: false, isEndAsked: false };

test.each<[string, Partial<Parameters<typeof announcementOf>[0]>, string]>([
  ['nothing', { phone: IDLE }, ''],
  [
    'a connection that was lost, and of nobody who cancelled',
    { phone: { state: 'ended', call: cancelled, talkedSeconds: 0, problem: 'no_network', note: 'none' } },
    'No connection',
  ],
  ['ringing', { phone: { state: 'calling', call, hears: 'ringing' } }, 'Ringing'],
  ['an answer', {}, 'Connected'],
  ['Esc on a call that it would end', { isEndAsked: true, isMuted: true }, 'Press Esc again to hang up'],
  ['a silent microphone', { isMuted: true }, 'Your microphone is off'],
  ['a far side that waits', { isHeld: true }, 'They’re on hold. You’re still being charged.'],
  [
    'a far side that waits before a silent microphone',
    { isHeld: true, isMuted: true },
    'They’re on hold. You’re still being charged.',
  ],
  [
    'a transfer before all',
    { isHeld: true, transfer: { is: 'asking', number: '+33199001234' } },
    'Calling +33 1 99 00 12 34',
  ],
])('a screen reader is told of %s', (_what, state, sentence) => {
  const said = announcementOf({ phone: talking, ...atRest, ...state });
  expect(said.replaceAll(/[\u2066-\u2069]/g, '')).toContain(sentence);
});
