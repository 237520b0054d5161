import { expect, test } from 'vitest';
import { magicMessages, messageBehaviourOf } from './magic-messages.ts';

test.each([
  ['447700900123', 'deliver'],
  ['447700900001', 'fail'],
  ['14155550002', 'keep-silent'],
  ['14155550003', 'throttle'],
  ['14155550004', 'refuse'],
  ['14155550005', 'drop-link'],
  ['14155550006', 'receipt-first'],
  ['14155550007', 'answer text'],
  ['14155550008', 'answer long-text'],
  ['14155550009', 'answer stop'],
  ['14155550010', 'deliver'],
  ['', 'deliver'],
])('a message to "%s": %s', (to, expected) => {
  const behaviour = messageBehaviourOf(to);
  expect('with' in behaviour ? `${behaviour.kind} ${behaviour.with}` : behaviour.kind).toBe(expected);
});

test('no ending hides another', () => {
  const endings = magicMessages.map(({ ending }) => ending);
  expect(new Set(endings).size).toBe(endings.length);
});
