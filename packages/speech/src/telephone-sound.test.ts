import { expect, test } from 'vitest';
import { resample } from './resample.ts';
import { isSilent, telephoneSound } from './telephone-sound.ts';

const sine = (frequencyHz: number, sampleRate: number, amplitude = 10_000) => ({
  sampleRate,
  samples: Int16Array.from({ length: sampleRate }, (_, i) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * frequencyHz * i) / sampleRate)),
  ),
});

test.each([11_025, 16_000, 22_050, 44_100, 48_000])(
  'a sound of %i Hz is the same whether made in pieces',
  async (rate) => {
    const recording = sine(700, rate);
    expect(await telephoneSound(recording)).toEqual(resample(recording.samples, { fromHz: rate, toHz: 8000 }));
  },
);

test('what no telephone carries does not come back as another tone', async () => {
  const sound = await telephoneSound(sine(7000, 48_000));
  expect(isSilent(sound.subarray(200, -200))).toBe(true);
});

test('others get their turn while a long sound is made', async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  await telephoneSound({ sampleRate: 48_000, samples: new Int16Array(20 * 48_000) });
  clearInterval(counting);
  expect(turns).toBeGreaterThan(10);
});

test('silence and the noise of an empty room are silent, a word in the midst of them is not', () => {
  expect(isSilent(new Int16Array(8000))).toBe(true);
  expect(isSilent(sine(400, 8000, 30).samples)).toBe(true);
  const word = new Int16Array(16_000);
  word.set(sine(400, 8000, 2000).samples.subarray(0, 2000), 9000);
  expect(isSilent(word)).toBe(false);
});
