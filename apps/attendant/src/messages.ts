import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LISTENED_FOLDER, type ListenedDeed, readSound } from '@farline/contracts/voicemail/attendant';
import { readWav } from '@farline/sip-endpoint';
import type { MovedSound } from './moved-sound.ts';

/** The messages that callers have left, as their owner hears them. */
export interface Messages {
  /** The sound of one, 8 kHz; `gone`: it is no more; `unavailable`: it cannot be read, or whoever keeps it does not answer. */
  sound(message: { mailbox: string; id: string }): Promise<Int16Array | 'gone' | 'unavailable'>;
  /** Leaves word for the server of what the owner did in this call. Nothing is thrown where it cannot: then it counts as not done. */
  tell(done: { callId: string; id: string; deed: ListenedDeed }): Promise<void>;
}

/** In the folder of the voicemails: where they are kept, or have just arrived; or where the server has moved them to. */
export async function openMessages(
  { folder, moved }: { folder: string; moved: MovedSound },
  log: (sentence: string) => void,
): Promise<Messages> {
  const listened = join(folder, LISTENED_FOLDER);
  await mkdir(listened, { recursive: true });
  return {
    async sound({ mailbox, id }) {
      try {
        const inFolder = await readSound({ accountId: mailbox, id }, async (path) => await bytesOf(join(folder, path)));
        const bytes = inFolder ?? (await moved({ kind: 'voicemail', accountId: mailbox, id }));
        return bytes === null ? 'gone' : readWav(bytes).samples;
      } catch (error) {
        log(`The message ${id} cannot be played: ${error instanceof Error ? error.message : String(error)}`);
        return 'unavailable';
      }
    },
    async tell({ callId, id, deed }) {
      try {
        await writeFile(join(listened, `${callId}.${id}.${deed}`), '');
      } catch (error) {
        log(`${callId}: it could not be written that ${id} was ${deed}: ${String(error)}`);
      }
    },
  };
}

/** Null: there is no such file. */
async function bytesOf(path: string): Promise<Buffer | null> {
  return await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
