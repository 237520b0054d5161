import { SAMPLE_RATE } from './g711.ts';

/** A pure tone at 8 kHz; `amplitude` of 32767 is full scale. */
export function sineTone(tone: { frequencyHz: number; durationMs: number; amplitude?: number }): Int16Array {
  const length = Math.round((tone.durationMs * SAMPLE_RATE) / 1000);
  const step = (2 * Math.PI * tone.frequencyHz) / SAMPLE_RATE;
  return Int16Array.from({ length }, (_, i) => Math.round((tone.amplitude ?? 10000) * Math.sin(step * i)));
}

/** The share, 0 to 1, of the sound's energy that lies at one frequency (Goertzel): about 1 for that tone alone. */
export function toneShare(samples: Int16Array, frequencyHz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequencyHz) / SAMPLE_RATE);
  let [last, beforeLast, energy] = [0, 0, 0];
  for (const sample of samples) {
    [last, beforeLast] = [sample + coefficient * last - beforeLast, last];
    energy += sample * sample;
  }
  if (energy === 0) return 0;
  const power = last * last + beforeLast * beforeLast - coefficient * last * beforeLast;
  return Math.min(1, (2 * power) / (samples.length * energy));
}

/** What a stretch of sound is mostly made of. `levelDb` is relative to full scale; `share` is 0 to 1 of its energy. */
export interface DominantTone {
  frequencyHz: number;
  levelDb: number;
  share: number;
}

/** Samples that `dominantTone` looks at: an eighth of a second, which tells frequencies 8 Hz apart. */
export const TONE_WINDOW = 1024;

/** The strongest frequency of the first 1,024 samples at 8 kHz, or null where they are too few or as good as silent. */
export function dominantTone(samples: Int16Array): DominantTone | null {
  if (samples.length < TONE_WINDOW) return null;
  const levelDb = 10 * Math.log10(meanSquare(samples) / 32768 ** 2);
  if (levelDb < -60) return null;

  const power = powerSpectrum(samples);
  let peak = 1;
  let total = 0;
  for (let bin = 1; bin < power.length - 1; bin++) {
    total += power[bin] ?? 0;
    if ((power[bin] ?? 0) > (power[peak] ?? 0)) peak = bin;
  }
  let near = 0;
  for (let bin = Math.max(1, peak - 2); bin <= peak + 2; bin++) near += power[bin] ?? 0;
  return {
    frequencyHz: Math.round((peak + peakOffset(power, peak)) * (SAMPLE_RATE / TONE_WINDOW)),
    levelDb: Math.round(levelDb),
    share: Math.min(1, near / total),
  };
}

function meanSquare(samples: Int16Array): number {
  let sum = 0;
  for (let i = 0; i < TONE_WINDOW; i++) sum += (samples[i] ?? 0) ** 2;
  return sum / TONE_WINDOW;
}

/** How far from the bin, −0.5 to 0.5, the top of the parabola through three log powers lies. */
function peakOffset(power: Float64Array, peak: number): number {
  const [left, middle, right] = [peak - 1, peak, peak + 1].map((bin) => Math.log((power[bin] ?? 0) + 1e-9)) as [
    number,
    number,
    number,
  ];
  const curve = left - 2 * middle + right;
  return curve === 0 ? 0 : (0.5 * (left - right)) / curve;
}

/** Power of each bin up to half the sampling rate: a Hann window, then a radix-2 Fourier transform in place. */
function powerSpectrum(samples: Int16Array): Float64Array {
  const size = TONE_WINDOW;
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  const bits = Math.log2(size);
  for (let i = 0; i < size; i++) {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit++) reversed |= ((i >> bit) & 1) << (bits - 1 - bit);
    real[reversed] = (samples[i] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
  }
  for (let half = 1; half < size; half *= 2) {
    for (let k = 0; k < half; k++) {
      const cosine = Math.cos((-Math.PI * k) / half);
      const sine = Math.sin((-Math.PI * k) / half);
      for (let at = k; at < size; at += 2 * half) {
        const [re, im] = [real[at + half] ?? 0, imaginary[at + half] ?? 0];
        const [turnedRe, turnedIm] = [re * cosine - im * sine, re * sine + im * cosine];
        real[at + half] = (real[at] ?? 0) - turnedRe;
        imaginary[at + half] = (imaginary[at] ?? 0) - turnedIm;
        real[at] = (real[at] ?? 0) + turnedRe;
        imaginary[at] = (imaginary[at] ?? 0) + turnedIm;
      }
    }
  }
  return Float64Array.from({ length: size / 2 + 1 }, (_, bin) => (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2);
}
