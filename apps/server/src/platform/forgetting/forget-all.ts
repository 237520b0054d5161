import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../database.ts';

/** So many rows go in one statement: it ends long before the time that a statement has, and keeps nobody waiting. */
export const FORGOTTEN_AT_ONCE = 10_000;

/**
 * Forgets a part at a time until one was not full, or it is to stop: however much came since the last time, none of it is left behind.
 * `forget` removes at most `FORGOTTEN_AT_ONCE` and gives how many it removed.
 */
export async function forgetAll(forget: () => Promise<number>, stopping?: AbortSignal): Promise<void> {
  while (stopping?.aborted !== true && (await forget()) >= FORGOTTEN_AT_ONCE);
}

/**
 * Deletes rows of a table that meet a condition, at most `FORGOTTEN_AT_ONCE`; gives how many. The condition wants an index. The rows are
 * deleted where they lie: of a join by their key PostgreSQL may think that reading the whole table is cheaper.
 */
export async function forgetSome(db: Executor, table: string, isPast: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.raw(table)} where ${isPast} and ctid = any (array(
      select ctid from ${sql.raw(table)} where ${isPast} limit ${FORGOTTEN_AT_ONCE}))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
