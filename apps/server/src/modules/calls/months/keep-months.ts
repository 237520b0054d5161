import { type Database, inTransaction } from '../../../platform/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Month, monthOf, monthsMissing } from './month.ts';
import { addMonth, monthsKept } from './months-store.ts';

/** A month's partitions are there this long before it begins: no server is asked to make them in a hurry. */
const AHEAD_MS = 40 * 24 * 60 * 60_000;

/** The months that have partitions, the earliest first, with how much disk they take, in bytes. */
export async function keptMonths(database: Database): Promise<(Month & { bytes: bigint })[]> {
  const kept = (await monthsKept(database)).flatMap(({ name, bytes }) => {
    const month = monthOf(name);
    return month === null ? [] : [{ ...month, bytes }];
  });
  return kept.toSorted((one, other) => one.end.getTime() - other.end.getTime());
}

/** Makes the partitions of the months to come. What is written while one is missing lies elsewhere, and is moved into it here. */
export async function addMonthsAhead({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const until = new Date(clock.now().getTime() + AHEAD_MS);
  for (const month of monthsMissing(await keptMonths(database), until)) {
    await inTransaction(database, async (tx) => await addMonth(tx, month));
  }
}
