import type { EventPayload } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import { storedJson } from '../../../platform/stored-json.ts';
import { type ClosingAt, closeManySql } from '../../ledger/index.ts';
import { type SettledClaim, settleManySql } from '../../limits/index.ts';
import type { CallRecord } from '../record/call-record.ts';
import { countedCall } from '../record/counted-call.ts';
import { lockedSql, savedSql } from '../record/save-many-store.ts';
import type { StoredCall } from '../record/stored-call.ts';
import type { Leg } from './legs.ts';
import { missedBy, missedFactsSql } from './missed-calls-store.ts';

/** A call that is to be saved as ended, and what goes with it. The causes of its closings are itself. */
export type CallToClose = { stored: StoredCall; legs: Leg[]; closings: ClosingAt[]; claim: SettledClaim };

/**
 * Saves ended calls, each unless somebody changed it since it was read, or is changing it now: then nothing happened to it, and its id is
 * not among those that are given. In the same statement their holds are closed, their legs are written, and their accounts are told, with
 * the facts for whoever sums up. None may be there twice.
 */
export async function saveEnded(database: Executor, endings: readonly CallToClose[]): Promise<Set<string>> {
  const calls = endings.map(({ stored }) => stored);
  const closings = endings.flatMap((ending) => ending.closings);
  const claims = endings.map(({ claim }) => claim);
  const legs = endings.flatMap(({ stored, legs: ofCall }) =>
    ofCall.map((leg, place) => legRow(stored.call.id, leg, place)),
  );
  const facts = endings.map(({ stored: { call } }) => ({ id: call.id, facts: factsOf(call), missed: missedBy(call) }));
  // Wallets are locked before what limits count: `settled` reads what `closing` gives.
  const { rows } = await sql<{ id: string }>`
    with ${lockedSql(calls)}, ${savedSql(calls)},
    closing as materialized (select ${closeManySql(closings, sql`select id::text from saved`)} as closed),
    settled as materialized (
      select ${settleManySql(claims, sql`select id from saved`)} as settled from closing where closed),
    legs as (
      insert into calls.leg (call_id, place, kind, sip_call_id, from_tag, to_tag, trunk, sip_status, q850_cause, ended_by)
      select leg.* from saved join jsonb_to_recordset(${storedJson(legs)}::jsonb) as leg (
        call_id uuid, place integer, kind text, sip_call_id text, from_tag text, to_tag text, trunk text,
        sip_status integer, q850_cause integer, ended_by text) on leg.call_id = saved.id),
    told as (
      insert into platform.event (type, account_id, subject_id, payload)
      select 'call.ended', account_id, id::text, facts || ${missedFactsSql}
      from saved join jsonb_to_recordset(${storedJson(facts)}::jsonb) as told (id uuid, facts jsonb, missed text) using (id))
    select id from saved, settled where settled`.execute(database);
  return new Set(rows.map(({ id }) => id));
}

/** What subscribers need, so that they look at few calls themselves; whether it is told as missed is added where it is saved. */
const factsOf = (call: CallRecord): EventPayload<'call.ended'> => ({
  ended: countedCall(call),
  reason: call.progress.state === 'ended' ? call.progress.reason : null,
});

const legRow = (callId: string, leg: Leg, place: number) => ({
  call_id: callId,
  place,
  kind: leg.kind,
  sip_call_id: leg.sipCallId,
  from_tag: leg.fromTag,
  to_tag: leg.toTag,
  trunk: leg.kind === 'carrier' ? leg.trunk : null,
  sip_status: leg.sipStatus,
  q850_cause: leg.q850Cause,
  ended_by: leg.endedBy,
});
