import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import { callColumns, type CallRow, toCallRecord } from '../record/call-row.ts';
import type { CallRecord } from '../record/call-record.ts';

/** The calls with these ids that have ended, in no order; at most 1,000. */
export async function endedCallsOf(database: Executor, ids: readonly string[]): Promise<CallRecord[]> {
  const { rows } = await sql<CallRow>`
    select ${callColumns} from calls.call where id = any(${[...ids]}::uuid[]) and state = 'ended' limit 1000`.execute(
    database,
  );
  return rows.map(toCallRecord);
}
