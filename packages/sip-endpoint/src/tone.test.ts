import { expect, test } from 'vitest';
import { dominantTone, sineTone, toneShare } from './tone.ts';

test('a tone holds nearly all of its energy at its own frequency, and hardly any elsewhere', () => {
  const tone = sineTone({ frequencyHz: 1000, durationMs: 200 });
  expect(toneShare(tone, 1000)).toBeGreaterThan(0.99);
  expect(toneShare(tone, 1400)).toBeLessThan(0.01);
  expect(toneShare(new Int16Array(1600), 1000)).toBe(0);
});

test.each([300, 440, 697, 1000, 1004, 2500, 3400])('the dominant tone of %i Hz is found within 2 Hz', (frequencyHz) => {
  const found = dominantTone(sineTone({ frequencyHz, durationMs: 200, amplitude: 8000 }));
  expect(Math.abs((found?.frequencyHz ?? 0) - frequencyHz)).toBeLessThanOrEqual(2);
  expect(found?.share).toBeGreaterThan(0.95);
  expect(found?.levelDb).toBe(-15);
});

test('of two tones the louder dominates', () => {
  const [loud, soft] = [
    sineTone({ frequencyHz: 600, durationMs: 200 }),
    sineTone({ frequencyHz: 1800, durationMs: 200, amplitude: 4000 }),
  ];
  expect(dominantTone(loud.map((sample, i) => sample + (soft[i] ?? 0)))?.frequencyHz).toBe(600);
});

test('silence and too short a sound have no dominant tone', () => {
  expect(dominantTone(new Int16Array(2000))).toBeNull();
  expect(dominantTone(sineTone({ frequencyHz: 600, durationMs: 50 }))).toBeNull();
});
