import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';

/** Whether an INVITE from outside the browser has made a call already. */
export async function isInviteKnown(
  database: Executor,
  invite: { sipCallId: string; fromTag: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from calls.call
    where sip_call_id = ${invite.sipCallId} and from_tag = ${invite.fromTag} and placed_by <> 'user'`.execute(database);
  return rows.length > 0;
}
