import { readFile } from 'node:fs/promises';
import { readWav, SAMPLE_RATE } from '@farline/sip-endpoint';
import type { Speech } from '@farline/speech';

const LANGUAGE = 'en-GB';
const LOUD_ENOUGH = 250;
const EDGE_MS = 25;
const WORD_GAP_MS = 70;
const SENTENCE_GAP_MS = 300;

const WORD_OF: Record<string, string> = {
  ...Object.fromEntries(
    ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map((word, i) => [`${i}`, word]),
  ),
  '+': 'plus',
  '*': 'star',
  '#': 'hash',
  A: 'A',
  B: 'B',
  C: 'C',
  D: 'D',
};

const SENTENCES = {
  dialled: 'You dialled',
  pressed: 'You pressed',
  echoTest: 'Echo test',
  notAvailable: 'The number you have dialled is not available.',
};

/** What the far side can say, as 8 kHz samples. */
export interface Phrases {
  dialled(number: string): Int16Array;
  pressed(digits: string): Int16Array;
  readonly echoTest: Int16Array;
  readonly notAvailable: Int16Array;
}

/** Has every word spoken once; numbers are then put together from words, so that a call costs no synthesis. */
export async function loadPhrases(speech: Speech): Promise<Phrases> {
  const texts = [...Object.values(SENTENCES), ...Object.values(WORD_OF)];
  const clips = await Promise.all(texts.map(async (text) => [text, await loadClip(speech, text)] as const));
  return phrasesFrom(new Map(clips));
}

async function loadClip(speech: Speech, text: string): Promise<Int16Array> {
  const { samples } = readWav(await readFile(await speech.say({ text, language: LANGUAGE })));
  return trimSilence(samples);
}

/** The phrases that the clips of single words and sentences make. Characters that nobody can say are left out. */
export function phrasesFrom(clips: ReadonlyMap<string, Int16Array>): Phrases {
  const clip = (text: string) => clips.get(text) ?? new Int16Array();
  const spelled = (sentence: string, characters: string) =>
    join([clip(sentence), ...[...characters].flatMap((character) => WORD_OF[character] ?? []).map(clip)]);
  return {
    dialled: (number) => spelled(SENTENCES.dialled, number),
    pressed: (digits) => spelled(SENTENCES.pressed, digits),
    echoTest: join([clip(SENTENCES.echoTest)]),
    notAvailable: join([clip(SENTENCES.notAvailable)]),
  };
}

/** The sound without the silence around it, but for 25 ms on each side. */
export function trimSilence(samples: Int16Array): Int16Array {
  const isLoud = (sample: number) => Math.abs(sample) >= LOUD_ENOUGH;
  const edge = samplesIn(EDGE_MS);
  const first = samples.findIndex(isLoud);
  return samples.subarray(Math.max(0, first - edge), samples.findLastIndex(isLoud) + edge + 1);
}

function join(clips: Int16Array[]): Int16Array {
  const gap = samplesIn(WORD_GAP_MS);
  const length = clips.reduce((sum, each) => sum + each.length + gap, samplesIn(SENTENCE_GAP_MS));
  const joined = new Int16Array(length);
  let at = 0;
  for (const each of clips) {
    joined.set(each, at);
    at += each.length + gap;
  }
  return joined;
}

const samplesIn = (ms: number) => (ms * SAMPLE_RATE) / 1000;
