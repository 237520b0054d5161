import { expect, test } from 'vitest';
import { wavOf } from './wav-of.ts';

const samplesOf = (file: ArrayBuffer) => [...new Int16Array(file, 44)];

test('channels become one, and what is too loud is cut', () => {
  const file = wavOf([Float32Array.of(0.5, 2, -1), Float32Array.of(-0.5, 2, -1)], 16_000);
  expect(samplesOf(file)).toEqual([0, 32_767, -32_767]);
});

test('the header says what follows it', () => {
  const file = wavOf([new Float32Array(10)], 16_000);
  const view = new DataView(file);
  expect(new TextDecoder('latin1').decode(file.slice(0, 16))).toMatch(/^RIFF....WAVEfmt $/s);
  expect([view.getUint32(4, true), view.getUint32(24, true), view.getUint32(40, true)]).toEqual([56, 16_000, 20]);
});

test('nothing is a file without sound', () => {
  expect(wavOf([new Float32Array(0)], 8000).byteLength).toBe(44);
});
