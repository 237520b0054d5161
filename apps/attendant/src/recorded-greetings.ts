import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GREETINGS_FOLDER } from '@farline/contracts/voicemail/attendant';
import { GREETING_LIMITS } from '@farline/contracts/voicemail/greeting-bounds';
import { readWav, SAMPLE_RATE } from '@farline/sip-endpoint';
import type { MovedSound } from './moved-sound.ts';
import { withinPatience } from './speak.ts';

/** The sound of a greeting that was recorded, 8 kHz; null: it is no more, or cannot be read in time. */
export type RecordedGreeting = (greeting: { mailbox: string; id: string }) => Promise<Int16Array | null>;

/** What the longest of them takes, and its header. */
const MOST_BYTES = GREETING_LIMITS.seconds * SAMPLE_RATE * 2 + 1024;

/** Reads them in the folder of the voicemails, where the server puts them, or where it has moved them to. */
export function recordedGreetings(
  { folder, moved }: { folder: string; moved: MovedSound },
  log: (sentence: string) => void,
): RecordedGreeting {
  return async ({ mailbox, id }) => {
    const read = async () =>
      (await bytesOf(join(folder, GREETINGS_FOLDER, mailbox, `${id}.wav`))) ??
      (await moved({ kind: 'greeting', accountId: mailbox, id }));
    try {
      return await withinPatience(read().then(soundIn));
    } catch (error) {
      log(`The greeting ${id} cannot be played: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };
}

/** Null: there is no such file. */
async function bytesOf(path: string): Promise<Buffer | null> {
  const file = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return null;
  if (file.size > MOST_BYTES) throw new Error(`its file has ${file.size} bytes`);
  return await readFile(path);
}

function soundIn(bytes: Buffer | null): Int16Array {
  if (bytes === null) throw new Error('it is no more');
  const { sampleRate, samples } = readWav(bytes);
  if (sampleRate !== SAMPLE_RATE || samples.length === 0) throw new Error(`it has ${samples.length} samples`);
  return samples;
}
