import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ARRIVED_FOLDER, LISTENED_FOLDER, type ListenedDeed } from '@farline/contracts/voicemail/attendant';
import { readWav } from '@farline/sip-endpoint';

/** The messages that callers have left, as their owner hears them. */
export interface Messages {
  /** The sound of one, 8 kHz; null: it is no more, or cannot be read. */
  sound(message: { mailbox: string; id: string }): Promise<Int16Array | null>;
  /** Leaves word for the server of what the owner did in this call. Nothing is thrown where it cannot: then it counts as not done. */
  tell(done: { callId: string; id: string; deed: ListenedDeed }): Promise<void>;
}

/** In the folder of the voicemails: where they are kept, or have just arrived. */
export async function openMessages(folder: string, log: (sentence: string) => void): Promise<Messages> {
  const listened = join(folder, LISTENED_FOLDER);
  await mkdir(listened, { recursive: true });
  return {
    sound: async ({ mailbox, id }) =>
      (await soundIn(join(folder, mailbox, `${id}.wav`))) ?? (await soundIn(join(folder, ARRIVED_FOLDER, `${id}.wav`))),
    async tell({ callId, id, deed }) {
      try {
        await writeFile(join(listened, `${callId}.${id}.${deed}`), '');
      } catch (error) {
        log(`${callId}: it could not be written that ${id} was ${deed}: ${String(error)}`);
      }
    },
  };
}

async function soundIn(path: string): Promise<Int16Array | null> {
  try {
    return readWav(await readFile(path)).samples;
  } catch {
    return null;
  }
}
