import { expect, test } from 'vitest';
import { behaviourOf, magicNumbers } from './magic-numbers.ts';

test.each([
  ['+447700900123', 0, 'converse'],
  ['447700900123', 1, 'converse'],
  ['+447700900001', 0, 'refuse 486'],
  ['+14155550002', 0, 'ring-for-ever'],
  ['+14155550003', 1, 'refuse 603'],
  ['+14155550004', 0, 'refuse 404'],
  ['+14155550005', 0, 'refuse 503'],
  ['+14155550005', 1, 'converse'],
  ['+14155550006', 0, 'hang-up'],
  ['+14155550007', 0, 'announce-and-refuse 480'],
  ['+14155550008', 1, 'answer-silently'],
  ['+14155500010', 0, 'converse'],
  ['*43', 0, 'echo-at-once'],
  ['*430001', 0, 'refuse 486'],
  ['', 0, 'converse'],
])('a call to "%s" on trunk %i: %s', (dialled, trunkPosition, expected) => {
  const behaviour = behaviourOf({ dialled, trunkPosition });
  expect('status' in behaviour ? `${behaviour.kind} ${behaviour.status}` : behaviour.kind).toBe(expected);
});

test('no ending hides another', () => {
  const endings = magicNumbers.map(({ ending }) => ending);
  expect(new Set(endings).size).toBe(endings.length);
  expect(endings.every((ending) => /^\d{4}$/.test(ending))).toBe(true);
});
