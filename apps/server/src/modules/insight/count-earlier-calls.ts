import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { countCalls, earlierCalls, type EndedCall, saveEarlierCalls } from './insight-store.ts';

export type EarlierCallsDeps = {
  database: Database;
  clock: Clock;
  /** Calls of all accounts, newest first; `next` is the last one looked at, null at the end. */
  endedCallsBefore: (
    db: Database,
    wanted: { before: string; most: number },
  ) => Promise<{ calls: EndedCall[]; next: string | null }>;
};

const AT_ONCE = 500;

/**
 * Counts the calls that ended before anybody listened to their ends: a step at a time, newest first, until all are
 * counted. Two servers at once, or an end that is heard of too, count nothing twice.
 */
export async function countEarlierCalls(deps: EarlierCallsDeps): Promise<void> {
  const progress = await earlierCalls(deps.database);
  if (progress?.isDone === true) return;
  const before = progress?.before ?? newId(deps.clock.now());
  const { calls, next } = await deps.endedCallsBefore(deps.database, { before, most: AT_ONCE });
  await inTransaction(deps.database, async (tx) => {
    if (calls.length > 0) await countCalls(tx, calls);
    await saveEarlierCalls(tx, { before: next ?? before, isDone: next === null });
  });
}
