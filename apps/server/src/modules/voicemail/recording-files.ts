import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ARRIVED_FOLDER,
  arrivedSound,
  keptSound,
  LISTENED_FOLDER,
  listenedDeed,
  type ListenedDeed,
  readSound,
  VOICEMAIL_FOLDER,
} from '@farline/contracts';
import { isId } from '../../platform/ids.ts';
import { ifMissing } from './if-missing.ts';
import type { RecordingName } from './voicemail-store.ts';

/** What the attendant has left of a call. */
export type ArrivedRecording = { id: string; milliseconds: number; arrivedAt: Date };

/** What an owner did with a message while they listened in a call. */
export type Deed = { callId: string; id: string; deed: ListenedDeed };

/** The sound of messages, in the data folder: where the attendant leaves it, and where it is kept, a folder for each account. */
export type RecordingFiles = {
  /** The calls whose sound has arrived, in the order of their ids, behind `after`, at most `most`, with how long it is. */
  arrived(most: number, after: string | null): Promise<ArrivedRecording[]>;
  /** Whether it lies there still. */
  hasArrived(id: string): Promise<boolean>;
  /** Puts what has arrived where it is kept. */
  keep(name: RecordingName): Promise<void>;
  /** The whole file; null: there is none. */
  read(name: RecordingName): Promise<Buffer | null>;
  /** Takes away what has arrived, or is kept; what is gone already is no error. */
  remove(name: RecordingName): Promise<void>;
  removeArrived(id: string): Promise<void>;
  /** What the attendant says that owners did, in order, behind `after`, at most `most`. */
  deeds(most: number, after: Deed | null): Promise<Deed[]>;
  forgetDeed(deed: Deed): Promise<void>;
};

const ENDING = '.wav';
const HEADER_BYTES = 44;
/** 16-bit samples at 8 kHz. */
const BYTES_A_MILLISECOND = 16;

/** In `<data folder>/voicemail`. */
export function recordingFiles(dataFolder: string): RecordingFiles {
  const folder = join(dataFolder, VOICEMAIL_FOLDER);
  const arrivedAs = (id: string) => join(folder, arrivedSound(id));
  const keptAs = (name: RecordingName) => join(folder, keptSound(name));
  return {
    async arrived(most, after) {
      const names = await readdir(join(folder, ARRIVED_FOLDER)).catch(ifMissing<string[]>([]));
      const ids = names.flatMap((name) => (name.endsWith(ENDING) ? [name.slice(0, -ENDING.length)] : [])).filter(isId);
      const behind = ids.filter((id) => after === null || id > after).toSorted();
      const found = await Promise.all(
        behind.slice(0, most).map(async (id) => ({ id, file: await stat(arrivedAs(id)).catch(ifMissing(null)) })),
      );
      return found.flatMap(({ id, file }) =>
        file === null ? [] : [{ id, milliseconds: lengthOf(file.size), arrivedAt: file.mtime }],
      );
    },
    hasArrived: async (id) => (await stat(arrivedAs(id)).catch(ifMissing(null))) !== null,
    async keep(name) {
      await mkdir(join(folder, name.accountId), { recursive: true, mode: 0o700 });
      // Somebody else may have done it.
      await rename(arrivedAs(name.id), keptAs(name)).catch(ifMissing(undefined));
    },
    read: async (name) => await readSound(name, async (path) => await bytesOf(join(folder, path))),
    async remove(name) {
      await rm(arrivedAs(name.id), { force: true });
      await rm(keptAs(name), { force: true });
    },
    removeArrived: async (id) => await rm(arrivedAs(id), { force: true }),
    async deeds(most, after) {
      const names = await readdir(join(folder, LISTENED_FOLDER)).catch(ifMissing<string[]>([]));
      const behind = names.filter((name) => after === null || name > nameOfDeed(after)).toSorted();
      return behind.flatMap((name) => readDeed(name) ?? []).slice(0, most);
    },
    forgetDeed: async (deed) => await rm(join(folder, LISTENED_FOLDER, nameOfDeed(deed)), { force: true }),
  };
}

const nameOfDeed = ({ callId, id, deed }: Deed) => `${callId}.${id}.${deed}`;

function readDeed(name: string): Deed | null {
  const [callId = '', id = '', word, ...rest] = name.split('.');
  const deed = listenedDeed.safeParse(word);
  return isId(callId) && isId(id) && deed.success && rest.length === 0 ? { callId, id, deed: deed.data } : null;
}

const lengthOf = (bytes: number) => Math.max(1, Math.ceil((bytes - HEADER_BYTES) / BYTES_A_MILLISECOND));

async function bytesOf(path: string): Promise<Buffer | null> {
  return await readFile(path).catch(ifMissing(null));
}
