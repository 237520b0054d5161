import type { EndReason, EventPayload } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import { type CallRecord, isInMenu, isWithAttendant } from '../record/call-record.ts';
import { type StoredCall, updateOf } from '../record/calls-store.ts';
import { countedCall } from '../record/counted-call.ts';
import type { Leg } from './legs.ts';

/**
 * Saves an ended call, unless somebody changed it since it was read: then false, and nothing happened. In the same statement
 * its hold is closed, its legs are written, and its account is told, with the facts for whoever sums up.
 */
export async function saveEnded(
  database: Executor,
  stored: StoredCall,
  ending: { legs: Leg[]; closeHold: RawBuilder<boolean>; settleClaim: RawBuilder<boolean> },
): Promise<boolean> {
  const { rows } = await sql<{ closed: boolean }>`
    with saved as (${updateOf(stored)} returning id, account_id),
    closing as materialized (select ${ending.closeHold} as closed, ${ending.settleClaim} as settled from saved),
    legs as (
      insert into calls.leg (call_id, place, kind, sip_call_id, from_tag, to_tag, trunk, sip_status, q850_cause, ended_by)
      select saved.id, leg.* from saved, jsonb_to_recordset(${JSON.stringify(ending.legs.map(legRow))}::jsonb) as leg (
        place integer, kind text, sip_call_id text, from_tag text, to_tag text, trunk text, sip_status integer,
        q850_cause integer, ended_by text)),
    told as (
      insert into platform.event (type, account_id, subject_id, payload)
      select 'call.ended', account_id, id::text, ${JSON.stringify(factsOf(stored.call))}::jsonb from saved)
    select closed from closing`.execute(database);
  return rows[0]?.closed === true;
}

/** What subscribers need, so that they look at few calls themselves. */
const factsOf = (call: CallRecord): EventPayload<'call.ended'> => ({
  ended: countedCall(call),
  reason: call.progress.state === 'ended' ? call.progress.reason : null,
  ...(isMissed(call) ? { isMissed: true as const } : {}),
});

/** What nobody of the account wants to be told of: they declined it themselves, or said before that they do not want it. */
const UNWANTED = ['rejected', 'ended_by_request', 'caller_blocked', 'anonymous_refused'] satisfies EndReason[];

/**
 * It came in and was not answered, unless by voicemail, and the account had not sent it away. Of one in a menu the call is missed that the
 * caller chose there.
 */
function isMissed(call: CallRecord): boolean {
  const { direction, progress } = call;
  if (direction === 'outbound' || progress.state !== 'ended') return false;
  if (progress.answeredAt !== null) return isWithAttendant(call) && !isInMenu(call);
  return !UNWANTED.some((reason) => reason === progress.reason);
}

const legRow = (leg: Leg, index: number) => ({
  place: index,
  kind: leg.kind,
  sip_call_id: leg.sipCallId,
  from_tag: leg.fromTag,
  to_tag: leg.toTag,
  trunk: leg.kind === 'carrier' ? leg.trunk : null,
  sip_status: leg.sipStatus,
  q850_cause: leg.q850Cause,
  ended_by: leg.endedBy,
});
