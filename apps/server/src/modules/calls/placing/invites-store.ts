import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';

/** A boolean: whether an INVITE from outside the browser has made a call already. */
export const isInviteKnownSql = (invite: { sipCallId: RawBuilder<string>; fromTag: RawBuilder<string> }) =>
  sql<boolean>`coalesce((
    select true from calls.call made
    where made.sip_call_id = ${invite.sipCallId} and made.from_tag = ${invite.fromTag} and made.placed_by <> 'user' limit 1), false)`;

/** The same by itself. */
export async function isInviteKnown(
  database: Executor,
  invite: { sipCallId: string; fromTag: string },
): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select ${isInviteKnownSql({ sipCallId: sql`${invite.sipCallId}`, fromTag: sql`${invite.fromTag}` })} as "isKnown"`.execute(
    database,
  );
  return rows[0]?.isKnown ?? false;
}
