import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import { NIL } from '../../../platform/in-turn.ts';

/** An account as a list of all of them has it. */
export type ListedAccount = { id: string; timeZone: string; createdAt: Date };

/** Accounts in the order of their ids, from after `after` on (null: from the first), at most `most`. */
export async function accountsAfter(
  db: Executor,
  wanted: { after: string | null; most: number },
): Promise<ListedAccount[]> {
  const { rows } = await sql<{ id: string; time_zone: string; created_at: Date }>`
    select id, time_zone, created_at from accounts.account
    where id > ${wanted.after ?? NIL}::uuid
    order by id limit ${wanted.most}`.execute(db);
  return rows.map((row) => ({ id: row.id, timeZone: row.time_zone, createdAt: row.created_at }));
}
