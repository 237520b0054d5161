import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import { LAST_ID } from '../../platform/in-turn.ts';
import { callColumns, type CallRow, toCallRecord } from './record/call-row.ts';
import type { CallRecord } from './record/call-record.ts';

/** An account's calls that are older than `before` (all of them for null), newest first. */
export async function callsBefore(
  database: Executor,
  wanted: { accountId: string; before: string | null; most: number },
): Promise<CallRecord[]> {
  const { rows } = await sql<CallRow>`
    select ${callColumns} from calls.call
    where account_id = ${wanted.accountId} and id < ${wanted.before ?? LAST_ID}::uuid
    order by id desc limit ${wanted.most}`.execute(database);
  return rows.map(toCallRecord);
}

/** What `withDecidedEnd` does to one call, done to every running call of an account. Gives how many there were. */
export async function decideEndOfCalls(database: Executor, end: { accountId: string; at: Date }): Promise<number> {
  const { rows } = await sql`
    update calls.call set revision = revision + 1,
      ending_reason = case state when 'answered' then 'ended_by_request' else 'cancelled' end,
      extend_at = null, warn_at = null, look_at_media_at = null, end_order_at = ${end.at}
    where account_id = ${end.accountId} and state in ('authorised', 'ringing', 'answered') and ending_reason is null
    returning id`.execute(database);
  return rows.length;
}
