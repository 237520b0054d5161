import type { statsPeriod } from '@farline/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database, Executor } from '../../../platform/database.ts';
import type { CallRecord } from '../record/call-record.ts';
import { callColumns, type CallRow, toCallRecord } from '../record/call-row.ts';

export type StatsPeriod = z.infer<typeof statsPeriod>;

/** The newest call that a user placed in a browser and that has not ended, or null. */
export async function openCallOfUser(database: Database, userId: string): Promise<CallRecord | null> {
  const { rows } = await sql<CallRow>`
    select ${callColumns} from calls.call where user_id = ${userId} and placed_by = 'user' and state <> 'ended' order by id desc limit 1`.execute(
    database,
  );
  const row = rows[0];
  return row === undefined ? null : toCallRecord(row);
}

/** Where the period that `now` lies in begins in a time zone, and where the one before it began. */
export async function periodStarts(
  database: Executor,
  wanted: { period: StatsPeriod; timeZone: string; now: Date },
): Promise<{ start: Date; previousStart: Date }> {
  const { rows } = await sql<{ start: Date; previousStart: Date }>`
    select start, date_trunc(${wanted.period}, start - interval '1 hour', ${wanted.timeZone}) as "previousStart"
    from (select date_trunc(${wanted.period}, ${wanted.now}::timestamptz, ${wanted.timeZone}) as start) period`.execute(
    database,
  );
  const row = rows[0];
  if (row === undefined) throw new Error('a period has a start');
  return row;
}
