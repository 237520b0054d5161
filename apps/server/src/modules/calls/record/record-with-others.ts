import type { Database } from '../../../platform/database.ts';
import { batched, gathered } from '../../../platform/concurrency/batching.ts';
import { onceFor } from '../../../platform/once-for.ts';
import { rememberCall } from './call-memory.ts';
import type { CallRecord } from './call-record.ts';
import { firstOfEach, insertMany, saveAndTellMany } from './save-many-store.ts';
import type { StoredCall } from './stored-call.ts';

/** What the engine reports waits for so long, so that what is reported meanwhile is written down with it: nobody waits for a report. */
export const REPORTS_EVERY_MS = 30;
export const REPORTS_AT_ONCE = 100;

type Reported = { stored: StoredCall; mayBeLost: boolean };

/** Saves and tells what the engine reported of a call, with what it reports of others: one statement and one commit for all of them. */
export async function recordWithOthers(database: Database, reported: Reported): Promise<boolean> {
  return await reportLine(database)(reported);
}

const reportLine = onceFor((database: Database) =>
  batched<Reported, boolean>({
    most: REPORTS_AT_ONCE,
    everyMs: REPORTS_EVERY_MS,
    work: async (reported) => {
      const first = firstOfEach(reported);
      const mayBeLost = first.every((one) => one.mayBeLost);
      const calls = first.map(({ stored }) => stored);
      const saved = await saveAndTellMany(database, calls, { mayBeLost });
      return reported.map((one) => first.includes(one) && saved.has(one.stored.call.id));
    },
  }),
);

/** Its INVITE comes a moment after it is answered. */
const BEGUN_EVERY_MS = 20;

/**
 * Writes down a call that is about to be placed, as `insertMany` does, with those that are asked for at the same moment. A crash of the database may
 * take it back: nothing was held for it yet, and an INVITE for it is refused then.
 */
export const insertWithOthers = insertsTogether({ everyMs: BEGUN_EVERY_MS, mayBeLost: () => true });

/**
 * Writes down a call that comes in, for whom somebody waits: with those that come while others are written down. What the engine carries from now on
 * is there after a crash of the database; a call that goes no further until it is changed again may be lost.
 */
export const insertCall = insertsTogether({ mayBeLost: (calls) => calls.every(isWithoutConsequence) });

/** What writes down calls of one kind together, and remembers each. */
function insertsTogether(how: { everyMs?: number; mayBeLost: (calls: readonly CallRecord[]) => boolean }) {
  const { mayBeLost, ...pace } = how;
  const line = onceFor((database: Database) =>
    gathered<CallRecord>({
      ...pace,
      most: REPORTS_AT_ONCE,
      work: async (calls) => await insertMany(database, calls, { mayBeLost: mayBeLost(calls) }),
    }),
  );
  return async (database: Database, call: CallRecord): Promise<void> => {
    await line(database)(call);
    rememberCall(database, { before: call, call, revision: 0 });
  };
}

function isWithoutConsequence({ progress }: CallRecord): boolean {
  return progress.state === 'initiated';
}
