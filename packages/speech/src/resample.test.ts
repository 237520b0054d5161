import { expect, test } from 'vitest';
import { resample } from './resample.ts';

const down = { fromHz: 22050, toHz: 8000 };
const sine = (frequencyHz: number, rateHz: number) =>
  Int16Array.from({ length: rateHz }, (_, i) => Math.round(10000 * Math.sin((2 * Math.PI * frequencyHz * i) / rateHz)));
const loudest = (samples: Int16Array) =>
  samples.subarray(100, -100).reduce((peak, s) => Math.max(peak, Math.abs(s)), 0);

test.each([100, 1000, 2000, 3000])('a tone of %i Hz stays what it was', (frequencyHz) => {
  const resampled = resample(sine(frequencyHz, 22050), down);
  const wanted = sine(frequencyHz, 8000);
  const worst = resampled
    .subarray(100, -100)
    .reduce((most, s, i) => Math.max(most, Math.abs(s - (wanted[i + 100] ?? 0))), 0);
  expect(resampled).toHaveLength(8000);
  expect(worst).toBeLessThan(100);
});

test.each([4500, 5000, 7000, 11000])('a tone of %i Hz, which 8 kHz cannot carry, is gone', (frequencyHz) => {
  expect(loudest(resample(sine(frequencyHz, 22050), down))).toBeLessThan(10);
});

test('the same rate is the same sound, and full scale stays within bounds', () => {
  const full = Int16Array.from({ length: 2000 }, (_, i) => (i % 50 < 25 ? 32767 : -32768));
  expect(resample(full, { fromHz: 8000, toHz: 8000 })).toBe(full);
  expect(loudest(resample(full, down))).toBeGreaterThan(32000);
});
