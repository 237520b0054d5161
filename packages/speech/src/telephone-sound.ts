import { setImmediate as othersFirst } from 'node:timers/promises';
import type { Recording } from './read-recording.ts';
import { createResampler, lengthAt } from './resample.ts';

export const TELEPHONE_HZ = 8000;
/** So much is made at once, an eighth of a second: whoever else waits for this thread waits for no more than a few milliseconds. */
const PIECE = TELEPHONE_HZ / 8;
const LOOKED_AT = TELEPHONE_HZ / 10;
/** Root mean square, 50 dB below full scale: what is nowhere louder for a tenth of a second is nothing that anybody says. */
const LOUD_ENOUGH = 100;

/** A sound as telephones carry it, 8 kHz; made a piece at a time, with others' work in between. */
export async function telephoneSound({ sampleRate, samples }: Recording): Promise<Int16Array> {
  if (sampleRate === TELEPHONE_HZ) return samples;
  const rates = { fromHz: sampleRate, toHz: TELEPHONE_HZ };
  const resampled = createResampler(rates);
  const sound = new Int16Array(lengthAt(samples.length, rates));
  for (let from = 0; from < sound.length; from += PIECE) {
    await othersFirst();
    sound.set(resampled(samples, { from, to: Math.min(from + PIECE, sound.length) }), from);
  }
  return sound;
}

/** Whether somebody would hear nothing in it. */
export function isSilent(sound: Int16Array): boolean {
  for (let from = 0; from < sound.length; from += LOOKED_AT) {
    const part = sound.subarray(from, from + LOOKED_AT);
    let sum = 0;
    for (const sample of part) sum += sample * sample;
    if (Math.sqrt(sum / part.length) >= LOUD_ENOUGH) return false;
  }
  return true;
}
