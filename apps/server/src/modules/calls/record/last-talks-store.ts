import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import { ATTENDANT_CONNECTIONS } from './call-record.ts';

/** A call in which somebody of an account talked, or talks. */
export type Talk = {
  /** By or with which SIP phone: its id, or its user name; both null: in a page. */
  phoneId: string | null;
  username: string | null;
  isRunning: boolean;
  at: Date;
};

/** Who has not talked within so many calls of the account has been idle for long enough. */
const CALLS_LOOKED_AT = 500;

/**
 * The last calls in which phones and pages of an account talked, or that they are placing now, the latest first; without calls that were forwarded or
 * answered in their place. In calls older than the record of phones, those that a phone took count as its pages', and so do transferred ones: only a
 * page can transfer.
 */
export async function lastTalks(database: Executor, accountId: string): Promise<Talk[]> {
  const { rows } = await sql<Talk>`
    select placer_id as "phoneId", substring(connection from '^phone:(.*)$') as username, state <> 'ended' as "isRunning",
      coalesce(ended_at, answered_at, initiated_at) as at
    from (select * from calls.call where account_id = ${accountId} order by id desc limit ${CALLS_LOOKED_AT}) latest
    where ((placed_by = 'user' or placer_id is not null) and direction = 'outbound' and (answered_at is not null or state in ('authorised', 'ringing')))
      or (direction = 'inbound' and answered_at is not null and coalesce(connection, '') <> all (${ATTENDANT_CONNECTIONS}::text[])
        and not exists (select from calls.forward where incoming_call_id = latest.id and placed_call_id is not null))
    order by id desc`.execute(database);
  return rows;
}
