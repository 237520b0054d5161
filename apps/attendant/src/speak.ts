import { readWav } from '@farline/sip-endpoint';
import type { Speech } from '@farline/speech';
import { keptSounds, readSound } from './kept-sounds.ts';

/** A text as 8 kHz samples. */
export type Speak = (text: string, voice: string) => Promise<Int16Array>;

const PATIENCE_MS = 3_000;
/** The disk, or what somebody may have of it, is used up. */
const FULL = ['ENOSPC', 'EDQUOT'];

/** Speaks by the machine's voice, each text once for all calls; nothing where it cannot be spoken in time: the call goes on without it. */
export function speakWith({ speech, log }: { speech: Speech; log: (sentence: string) => void }): Speak {
  const wholly = speakWholly(speech, keptSounds());
  return async (text, voice) => {
    try {
      return await withinPatience(wholly(text, voice));
    } catch (error) {
      log(`A text could not be spoken: ${error instanceof Error ? error.message : String(error)}`);
      return new Int16Array();
    }
  };
}

/**
 * The same before a call, however long a busy machine takes; rejects where the text cannot be spoken. What a disk that is full or
 * failing does not keep or give back is spoken all the same, and made anew each time. `read` may keep what it reads; without it nothing is kept, as of codes, which are heard once.
 */
export function speakWholly(speech: Speech, read = readSound): Speak {
  return async (text, voice) => {
    if (text === '') return new Int16Array();
    const utterance = { text, language: voice };
    const path = await speech.say(utterance).catch((error: unknown) => {
      if (isFull(error)) return null;
      throw error;
    });
    const kept = path === null ? null : await read(path).catch(() => null);
    return kept ?? readWav((await speech.sayAnew(utterance)).wav).samples;
  };
}

const isFull = (error: unknown) => error instanceof Error && 'code' in error && FULL.some((one) => one === error.code);

/** What work gives, if it does so before a caller would wonder. */
export async function withinPatience<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took more than ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
