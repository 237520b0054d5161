import { expect, test } from 'vitest';
import { phrasesFrom, trimSilence } from './phrases.ts';

const clips = new Map(
  ['You dialled', 'You pressed', 'Echo test', 'plus', 'star', 'zero', 'four', 'five'].map(
    (text, i) => [text, new Int16Array(800).fill(i + 1)] as const,
  ),
);
const said = (samples: Int16Array) => [...new Set(samples)].filter((value) => value > 0);
const order = (samples: Int16Array) => [...samples].filter((value, i) => value > 0 && samples[i - 1] !== value);

test('a number is said digit by digit, plus and all', () => {
  const phrases = phrasesFrom(clips);
  expect(order(phrases.dialled('+440'))).toEqual([1, 4, 7, 7, 6]);
  expect(order(phrases.pressed('5*'))).toEqual([2, 8, 5]);
  expect(said(phrases.echoTest)).toEqual([3]);
});

test('what nobody can say is left out', () => {
  expect(order(phrasesFrom(clips).dialled('4x😀4'))).toEqual([1, 7, 7]);
});

test('silence around a word is taken off, but for an edge', () => {
  const word = new Int16Array(8000);
  word.fill(1000, 3000, 5000);
  expect(trimSilence(word)).toHaveLength(2000 + 2 * 200);
  expect(trimSilence(new Int16Array(8000)).length).toBeLessThan(500);
});
