import { expect, test } from 'vitest';
import { waveformOf } from './waveform.ts';

const fileOf = (samples: number[]) => {
  const file = new Uint8Array(44 + samples.length * 2);
  new Int16Array(file.buffer, 44).set(samples);
  return file.buffer;
};

test.each([
  ['silence is flat', [0, 0, 0, 0], [0, 0]],
  ['each part is told by the loudest', [100, -100, 50, 50], [1, 0.5]],
  ['a file without sound is flat', [], [0, 0]],
])('%s', (_what, samples, heights) => {
  expect(waveformOf(fileOf(samples), 2)).toEqual(heights);
});

test('a file that was cut within a sample is read up to it', () => {
  expect(waveformOf(fileOf([100, 100, 7]).slice(0, 49), 2)).toEqual([1, 1]);
});
