import { mkdir, open, readFile, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { GREETINGS_FOLDER, VOICEMAIL_FOLDER } from '@farline/contracts';
import { ifMissing } from './if-missing.ts';
import type { RecordingName } from './voicemail-store.ts';

/** The sound of greetings, in the data folder, a folder for each account: where attendants read it. */
export type GreetingFiles = {
  /** Writes it whole or not at all. Throws where it cannot, or where the disk has too little room left. */
  write(name: RecordingName, wav: Uint8Array): Promise<void>;
  /** The whole file; null: there is none. */
  read(name: RecordingName): Promise<Buffer | null>;
  /** What is gone already is no error. */
  remove(name: RecordingName): Promise<void>;
};

/** In `<data folder>/voicemail/greetings`; `keepFreeBytes` stay free on the disk. */
export function greetingFiles({
  dataFolder,
  keepFreeBytes,
}: {
  dataFolder: string;
  keepFreeBytes: number;
}): GreetingFiles {
  const folderOf = ({ accountId }: RecordingName) => join(dataFolder, VOICEMAIL_FOLDER, GREETINGS_FOLDER, accountId);
  const pathOf = (name: RecordingName) => join(folderOf(name), `${name.id}.wav`);
  const draftOf = (name: RecordingName) => join(folderOf(name), `${name.id}.draft`);
  return {
    async write(name, wav) {
      const folder = folderOf(name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < keepFreeBytes + wav.length) throw new Error('the disk has too little room for a greeting');
      const file = await open(draftOf(name), 'wx');
      try {
        await file.writeFile(wav);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draftOf(name), pathOf(name));
    },
    async read(name) {
      return await readFile(pathOf(name)).catch(ifMissing(null));
    },
    async remove(name) {
      await rm(draftOf(name), { force: true });
      await rm(pathOf(name), { force: true });
    },
  };
}
