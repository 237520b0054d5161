import { readFile } from 'node:fs/promises';
import { readWav, SAMPLE_RATE } from '@farline/sip-endpoint';
import type { Speech } from '@farline/speech';

/** Half a second of speech: so long, no two sentences sound alike. */
const STRETCH = SAMPLE_RATE / 2;
/** Stretches of a sentence that are looked for: a busy machine may distort some of them. */
const STRETCHES = 3;
/** Every other sample says as much, and is looked through in a quarter of the time. */
const STEP = 2;

/** How well a sentence, as the machine's voice says it, is found in what was heard: the best of its stretches, from 0 to 1, which is the same sound. */
export async function likenessOfWords(
  heard: readonly number[],
  { say }: Pick<Speech, 'say'>,
  utterance: Parameters<Speech['say']>[0],
): Promise<number> {
  const said = [...readWav(await readFile(await say(utterance))).samples];
  const room = said.length - STRETCH;
  const starts = Array.from({ length: STRETCHES }, (_, place) => Math.floor((room * (place + 1)) / (STRETCHES + 1)));
  const thin = thinned(heard);
  return Math.max(...starts.map((start) => bestLikeness(thin, thinned(said.slice(start, start + STRETCH)))));
}

const thinned = (samples: readonly number[]): Float64Array =>
  Float64Array.from({ length: Math.floor(samples.length / STEP) }, (_, place) => {
    return ((samples[place * STEP] ?? 0) + (samples[place * STEP + 1] ?? 0)) / STEP;
  });

/** The correlation where the stretch lies best on what was heard. */
function bestLikeness(heard: Float64Array, stretch: Float64Array): number {
  const energy = sumOfSquares(stretch);
  let [best, heardEnergy] = [0, sumOfSquares(heard.subarray(0, stretch.length))];
  for (let start = 0; start + stretch.length <= heard.length; start += 1) {
    let product = 0;
    for (let place = 0; place < stretch.length; place += 1)
      product += (heard[start + place] ?? 0) * (stretch[place] ?? 0);
    if (heardEnergy > 0) best = Math.max(best, product / Math.sqrt(energy * heardEnergy));
    heardEnergy += (heard[start + stretch.length] ?? 0) ** 2 - (heard[start] ?? 0) ** 2;
  }
  return best;
}

const sumOfSquares = (samples: Float64Array): number => samples.reduce((sum, sample) => sum + sample * sample, 0);
