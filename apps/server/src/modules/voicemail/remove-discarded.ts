import type { Database } from '../../platform/database.ts';
import type { RecordingFiles } from './recording-files.ts';
import { discardedRecordings, forgetDiscarded } from './voicemail-store.ts';

const MOST_AT_ONCE = 200;

/** Removes the files of messages that were deleted. One that cannot go now is tried again. */
export async function removeDiscarded({
  database,
  files,
}: {
  database: Database;
  files: RecordingFiles;
}): Promise<void> {
  for (const name of await discardedRecordings(database, MOST_AT_ONCE)) {
    await files.remove(name);
    await forgetDiscarded(database, name.id);
  }
}
