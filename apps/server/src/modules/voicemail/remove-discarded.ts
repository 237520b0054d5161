import type { Database } from '../../platform/database.ts';
import { eachInTurn } from '../../platform/in-turn.ts';
import type { Log } from '../../platform/log.ts';
import type { RecordingFiles } from './recording-files.ts';
import { discardedRecordings, forgetDiscarded, type RecordingName } from './voicemail-store.ts';

const MOST_AT_ONCE = 200;

export type RemoveDeps = { database: Database; files: RecordingFiles; log: Log };

/** Gives what removes the files of messages that were deleted, a page of them at a time. One that cannot go now is tried again. */
export function removingDiscarded(deps: RemoveDeps): () => Promise<void> {
  return eachInTurn<RecordingName>({
    most: MOST_AT_ONCE,
    read: async (after) => await discardedRecordings(deps.database, { after: after?.id ?? null, most: MOST_AT_ONCE }),
    work: async (name) => await remove(deps, name),
    failed: (name, error) => told(deps, name, error),
  });
}

/** The same for one message at once: whoever deleted it need not wait, and hears no complaint of the disk. */
export async function removeNow(deps: RemoveDeps, name: RecordingName): Promise<void> {
  try {
    await remove(deps, name);
  } catch (error) {
    told(deps, name, error);
  }
}

async function remove({ database, files }: RemoveDeps, name: RecordingName): Promise<void> {
  await files.remove(name);
  await forgetDiscarded(database, name.id);
}

function told({ log }: RemoveDeps, { id }: RecordingName, error: unknown): void {
  log.error({ err: error, call: id }, 'the sound of a deleted voicemail could not be removed; it is tried again');
}
