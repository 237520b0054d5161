import type { Database } from '../../../platform/database.ts';
import { batched } from '../../../platform/concurrency/batching.ts';
import { onceFor } from '../../../platform/once-for.ts';
import { REPORTS_AT_ONCE, REPORTS_EVERY_MS } from '../record/record-with-others.ts';
import { firstOfEach } from '../record/save-many-store.ts';
import { type CallToClose, saveEnded } from './close-call-store.ts';

/** Saves an ended call as `saveEnded` does, with those that end at the same moment: one statement and one commit for all of them. */
export async function saveEndedWithOthers(database: Database, ending: CallToClose): Promise<boolean> {
  return await endLine(database)(ending);
}

const endLine = onceFor((database: Database) =>
  batched<CallToClose, boolean>({
    most: REPORTS_AT_ONCE,
    everyMs: REPORTS_EVERY_MS,
    work: async (endings) => {
      const first = firstOfEach(endings);
      const saved = await saveEnded(database, first);
      return endings.map((ending) => first.includes(ending) && saved.has(ending.stored.call.id));
    },
  }),
);
