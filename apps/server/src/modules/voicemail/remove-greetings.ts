import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { eachInTurn } from '../../platform/in-turn.ts';
import type { Log } from '../../platform/log.ts';
import type { GreetingFiles } from './greeting-files.ts';
import { discardedGreetings, takeOffList } from './greetings-store.ts';
import type { RecordingName } from './voicemail-store.ts';

const MOST_AT_ONCE = 200;

export type RemoveGreetingDeps = { database: Database; clock: Clock; files: GreetingFiles; log: Log };

/** Gives what removes the files of greetings that were deleted, or never finished. One that cannot go now is tried again. */
export function removingGreetings(deps: RemoveGreetingDeps): () => Promise<void> {
  const { database, clock } = deps;
  return eachInTurn<RecordingName>({
    most: MOST_AT_ONCE,
    read: async (after) =>
      await discardedGreetings(database, { by: clock.now(), after: after?.id ?? null, most: MOST_AT_ONCE }),
    work: async (name) => await remove(deps, name),
    failed: (name, error) => told(deps, name, error),
  });
}

/** The same for one greeting at once: whoever deleted it need not wait, and hears no complaint of the disk. */
export async function removeGreetingNow(deps: RemoveGreetingDeps, name: RecordingName): Promise<void> {
  try {
    await remove(deps, name);
  } catch (error) {
    told(deps, name, error);
  }
}

/** Whoever is about to keep the file waits for its line, and finds none: then it is gone. */
async function remove({ database, files }: RemoveGreetingDeps, name: RecordingName): Promise<void> {
  await inTransaction(database, async (tx) => {
    if (await takeOffList(tx, name.id)) await files.remove(name);
  });
}

function told({ log }: RemoveGreetingDeps, { id }: RecordingName, error: unknown): void {
  log.error({ err: error, greeting: id }, 'the sound of a deleted greeting could not be removed; it is tried again');
}
