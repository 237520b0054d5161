import type { Database } from '../../../platform/database.ts';
import { answeredTogether, gathered } from '../../../platform/side-by-side.ts';
import { rememberCall } from './call-memory.ts';
import type { CallRecord } from './call-record.ts';
import { firstOfEach, insertMany, saveAndTellMany } from './save-many-store.ts';
import type { StoredCall } from './stored-call.ts';

/** What the engine reports waits for so long, so that what is reported meanwhile is written down with it: nobody waits for a report. */
export const REPORTS_EVERY_MS = 30;
export const REPORTS_AT_ONCE = 100;

type Reported = { stored: StoredCall; mayBeLost: boolean };
const reports = new WeakMap<Database, (reported: Reported) => Promise<boolean>>();

/** Saves and tells what the engine reported of a call, with what it reports of others: one statement and one commit for all of them. */
export async function recordWithOthers(database: Database, reported: Reported): Promise<boolean> {
  const record = reports.get(database) ?? reportsOf(database);
  reports.set(database, record);
  return await record(reported);
}

function reportsOf(database: Database) {
  return answeredTogether<Reported, boolean>({
    most: REPORTS_AT_ONCE,
    everyMs: REPORTS_EVERY_MS,
    work: async (reported) => {
      const first = firstOfEach(reported);
      const mayBeLost = first.every((one) => one.mayBeLost);
      const calls = first.map(({ stored }) => stored);
      const saved = await saveAndTellMany(database, calls, { mayBeLost });
      return reported.map((one) => first.includes(one) && saved.has(one.stored.call.id));
    },
  });
}

/** Its INVITE comes a moment after it is answered. */
const BEGUN_EVERY_MS = 20;
const begun = new WeakMap<Database, (call: CallRecord) => Promise<void>>();

/**
 * Writes down a call that is about to be placed, as `insertMany` does, with those that are asked for at the same moment. A crash of the database may
 * take it back: nothing was held for it yet, and an INVITE for it is refused then.
 */
export async function insertWithOthers(database: Database, call: CallRecord): Promise<void> {
  const insert =
    begun.get(database) ??
    gathered<CallRecord>({
      most: REPORTS_AT_ONCE,
      everyMs: BEGUN_EVERY_MS,
      work: async (calls) => await insertMany(database, calls, { mayBeLost: true }),
    });
  begun.set(database, insert);
  await insert(call);
  rememberCall(database, { before: call, call, revision: 0 });
}

const come = new WeakMap<Database, (call: CallRecord) => Promise<void>>();

/**
 * Writes down a call that comes in, for whom somebody waits: with those that come while others are written down. What the engine carries from now on
 * is there after a crash of the database; a call that goes no further until it is changed again may be lost.
 */
export async function insertCall(database: Database, call: CallRecord): Promise<void> {
  const insert =
    come.get(database) ??
    gathered<CallRecord>({
      most: REPORTS_AT_ONCE,
      work: async (calls) => await insertMany(database, calls, { mayBeLost: calls.every(isWithoutConsequence) }),
    });
  come.set(database, insert);
  await insert(call);
  rememberCall(database, { before: call, call, revision: 0 });
}

const isWithoutConsequence = ({ progress }: CallRecord): boolean => progress.state === 'initiated';
