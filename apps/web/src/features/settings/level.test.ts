import { expect, test } from 'vitest';
import { levelOf, levelWord } from './level.ts';

const tone = (amplitude: number): Float32Array =>
  Float32Array.from({ length: 1024 }, (_, sample) => amplitude * Math.sin(sample / 5));

test.each([
  [0, 'quiet'],
  [0.001, 'quiet'],
  [0.01, 'low'],
  [0.1, 'good'],
  [0.4, 'good'],
  [1, 'loud'],
] as const)('a tone of %d of full scale is %s', (amplitude, word) => {
  expect(levelWord(levelOf(tone(amplitude)))).toBe(word);
});

test('silence stands at nothing and the loudest sound within the bar', () => {
  expect(levelOf(new Float32Array(1024))).toBe(0);
  expect(levelOf(new Float32Array(1024).fill(1))).toBe(1);
});
