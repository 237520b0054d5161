import { readFile } from 'node:fs/promises';
import { createSpeech } from '@farline/speech';
import type { IncomingCall } from '@farline/sip-endpoint';
import { readWav, SAMPLE_RATE } from '@farline/sip-endpoint';

/** Whoever hears digits that our machine's voice says, each a word by itself. */
export type DigitsHeard = {
  /** A word for each: its digit, or '' where it is none or was not understood. */
  words(): string[];
};

const LOUD = 300;
/** What is between two digits; within a spoken digit it is never so long silent. */
const PAUSE_SAMPLES = SAMPLE_RATE / 5;
/** How alike a word must be to a digit, of 1. */
const ALIKE = 0.85;
const MOST_SHIFT = 160;

/** Listens to a call, and understands the digits in it by comparing each word with how the voice says the ten of them. */
export async function hearDigits(
  call: Pick<IncomingCall, 'onAudio'>,
  voice: { language: string; cacheFolder: string },
): Promise<DigitsHeard> {
  const speech = createSpeech({ cacheFolder: voice.cacheFolder, recordingsFolder: voice.cacheFolder });
  const heard: number[] = [];
  call.onAudio((audio) => heard.push(...audio.samples()));
  const digits = await Promise.all(
    [...'0123456789'].map(async (digit) => {
      const path = await speech.say({ text: digit, language: voice.language });
      const [word = []] = wordsIn([...readWav(await readFile(path)).samples]);
      return { digit, word };
    }),
  );
  const understood = (word: number[]) => digits.find((each) => likeness(each.word, word) > ALIKE)?.digit ?? '';
  return { words: () => wordsIn(heard).map(understood) };
}

/**
 * A code of so many digits that is said twice with other words around it, as people understand it: whole at least once, and of the other time no
 * fewer than half of its digits, in their order, where a busy machine distorted or cut off some. '': it is not.
 */
export function saidTwice(words: readonly string[], length: number): string {
  const stretches = words
    .map((word) => word || ' ')
    .join('')
    .split(/ +/);
  const code = stretches.find((stretch) => stretch.length === length) ?? '';
  const otherTime = words.join('').replace(code, '');
  const inOrder = new RegExp(`^${[...code].map((digit) => `${digit}?`).join('')}$`);
  return otherTime.length >= length / 2 && inOrder.test(otherTime) ? code : '';
}

/** The loud stretches between the pauses. */
function wordsIn(samples: number[]): number[][] {
  const words: number[][] = [];
  let from: number | null = null;
  let lastLoud = 0;
  samples.forEach((sample, place) => {
    if (Math.abs(sample) > LOUD) {
      from ??= place;
      lastLoud = place;
    } else if (from !== null && place - lastLoud > PAUSE_SAMPLES) {
      words.push(samples.slice(from, lastLoud + 1));
      from = null;
    }
  });
  if (from !== null) words.push(samples.slice(from, lastLoud + 1));
  return words;
}

/** Their correlation where they lie best on one another; 0 where one is much longer. */
function likeness(one: number[], other: number[]): number {
  if (one.length === 0 || Math.abs(one.length - other.length) > one.length / 10) return 0;
  let best = 0;
  for (let shift = -MOST_SHIFT; shift <= MOST_SHIFT; shift += 1) best = Math.max(best, correlation(one, other, shift));
  return best;
}

function correlation(one: number[], other: number[], shift: number): number {
  let [product, ones, others] = [0, 0, 0];
  for (let place = 0; place < one.length; place += 1) {
    const [a, b] = [one[place] ?? 0, other[place + shift] ?? 0];
    product += a * b;
    ones += a * a;
    others += b * b;
  }
  return ones === 0 || others === 0 ? 0 : product / Math.sqrt(ones * others);
}
