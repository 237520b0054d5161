import { readFile } from 'node:fs/promises';
import { readWav } from '@farline/sip-endpoint';
import type { Speech } from '@farline/speech';

/** A text as 8 kHz samples; none where nothing can be spoken in time: the call goes on without it. */
export type Speak = (text: string, voice: string) => Promise<Int16Array>;

const PATIENCE_MS = 3_000;

/** Speaks by the machine's voice, each text once for all calls. */
export function speakWith({ speech, log }: { speech: Speech; log: (sentence: string) => void }): Speak {
  return async (text, voice) => {
    if (text === '') return new Int16Array();
    try {
      return await withinPatience(spoken(speech, text, voice));
    } catch (error) {
      log(`A text could not be spoken: ${error instanceof Error ? error.message : String(error)}`);
      return new Int16Array();
    }
  };
}

async function spoken(speech: Speech, text: string, voice: string): Promise<Int16Array> {
  return readWav(await readFile(await speech.say({ text, language: voice }))).samples;
}

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
