import { expect, test } from 'vitest';
import { type ForwardStep, stepOf } from './settle-forwards.ts';

test.each<[string, Parameters<typeof stepOf>[0], ForwardStep]>([
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
  expect(stepOf(forward)).toBe(step);
});
