import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';

/** How many statements of this database wait for somebody else's lock; `about`: words that stand in them. */
export async function waitingStatements(database: Database, about = ''): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${about}%`}`.execute(database);
  return rows[0]?.waiting ?? 0;
}
