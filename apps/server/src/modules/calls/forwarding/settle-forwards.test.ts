import { expect, test } from 'vitest';
import { type ForwardStep, stepOf } from './settle-forwards.ts';

test.each<[string, Omit<Parameters<typeof stepOf>[0], 'isLeftAlone' | 'isInVoicemail'>, ForwardStep]>([
  ['was never to go on', { incoming: 'ended', placed: null, wasPlacedAnswered: false }, 'over'],
  ['is over', { incoming: 'ended', placed: 'ended', wasPlacedAnswered: true }, 'over'],
  ['was given up', { incoming: 'ended', placed: 'ringing', wasPlacedAnswered: false }, 'end_placed'],
  ['found the telephone busy', { incoming: 'ringing', placed: 'ended', wasPlacedAnswered: false }, 'wait'],
  ['was hung up there', { incoming: 'answered', placed: 'ended', wasPlacedAnswered: true }, 'end_incoming'],
  [
    'was hung up there before it was answered here',
    { incoming: 'ringing', placed: 'ended', wasPlacedAnswered: true },
    'end_incoming',
  ],
])('a forward that %s', (_what, forward, step) => {
  expect(stepOf({ ...forward, isLeftAlone: false, isInVoicemail: false })).toBe(step);
});

test('a forward that nobody answered ends no call that has gone on to voicemail', () => {
  const forward = { incoming: 'answered', placed: 'ended', wasPlacedAnswered: false, isLeftAlone: false } as const;
  expect(stepOf({ ...forward, isInVoicemail: true })).toBe('wait');
  expect(stepOf({ ...forward, incoming: 'ended', isInVoicemail: true })).toBe('over');
});

test.each([
  ['has answered', { incoming: 'ringing', placed: 'answered', wasPlacedAnswered: true, isInVoicemail: false }],
  ['rings on', { incoming: 'answered', placed: 'ringing', wasPlacedAnswered: false, isInVoicemail: true }],
] as const)('a telephone that %s and is left alone is hung up', (_what, forward) => {
  expect(stepOf({ ...forward, isLeftAlone: true })).toBe('end_placed');
});
