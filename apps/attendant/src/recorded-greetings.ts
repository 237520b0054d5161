import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GREETINGS_FOLDER } from '@farline/contracts/voicemail/attendant';
import { GREETING_LIMITS } from '@farline/contracts/voicemail/greeting-bounds';
import { readWav, SAMPLE_RATE } from '@farline/sip-endpoint';
import { withinPatience } from './speak.ts';

/** The sound of a greeting that was recorded, 8 kHz; null: it is no more, or cannot be read in time. */
export type RecordedGreeting = (greeting: { mailbox: string; id: string }) => Promise<Int16Array | null>;

/** What the longest of them takes, and its header. */
const MOST_BYTES = GREETING_LIMITS.seconds * SAMPLE_RATE * 2 + 1024;

/** Reads them in the folder of the voicemails, where the server puts them. */
export function recordedGreetings(folder: string, log: (sentence: string) => void): RecordedGreeting {
  return async ({ mailbox, id }) => {
    try {
      return await withinPatience(soundIn(join(folder, GREETINGS_FOLDER, mailbox, `${id}.wav`)));
    } catch (error) {
      log(`The greeting ${id} cannot be played: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };
}

async function soundIn(path: string): Promise<Int16Array> {
  const { size } = await stat(path);
  if (size > MOST_BYTES) throw new Error(`its file has ${size} bytes`);
  const { sampleRate, samples } = readWav(await readFile(path));
  if (sampleRate !== SAMPLE_RATE || samples.length === 0) throw new Error(`it has ${samples.length} samples`);
  return samples;
}
