// The statements about calls that came in and go on to another telephone.
import { type ForwardRefusal, type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import type { CallProgress } from '../record/call.ts';
import { ATTENDANT_CONNECTIONS } from '../record/call-record.ts';

/** Where a call that came in goes on to, as the rule said. */
export type Forward = {
  incomingCallId: string;
  /** E.164. */
  to: string;
  /** What it may cost at most; null: nothing was said. */
  mostMicros: Micros | null;
  because: 'unconditional' | 'no-answer';
};

/** Notes where a call that came in may go on to. */
export async function insertForward(database: Executor, forward: Forward & { at: Date }): Promise<void> {
  await sql`
    insert into calls.forward (incoming_call_id, to_number, most_micros, because, made_at)
    values (${forward.incomingCallId}, ${forward.to}, ${forward.mostMicros}, ${forward.because}, ${forward.at})`.execute(
    database,
  );
}

/** Where a call that came in may go on to, unless it did before, or has ended; null: nowhere. */
export async function forwardToPlace(database: Executor, incomingCallId: string): Promise<Forward | null> {
  const { rows } = await sql<{ to: string; mostMicros: bigint | null; because: Forward['because'] }>`
    select forward.to_number as "to", forward.most_micros as "mostMicros", forward.because
    from calls.forward join calls.call incoming on incoming.id = forward.incoming_call_id
    where forward.incoming_call_id = ${incomingCallId} and forward.placed_call_id is null and forward.refusal is null
      and incoming.state in ('authorised', 'ringing') and incoming.ending_reason is null`.execute(database);
  const [row] = rows;
  if (row === undefined) return null;
  return { ...row, incomingCallId, mostMicros: row.mostMicros === null ? null : micros(row.mostMicros) };
}

/** Notes the call that was placed to forward another. False where one was placed before. */
export async function noteForwarded(
  database: Executor,
  forwarded: { incomingCallId: string; placedCallId: string },
): Promise<boolean> {
  const { rows } = await sql`
    update calls.forward set placed_call_id = ${forwarded.placedCallId}
    where incoming_call_id = ${forwarded.incomingCallId} and placed_call_id is null and not is_over
    returning incoming_call_id`.execute(database);
  return rows.length > 0;
}

/** Notes why no call was placed. */
export async function noteNotForwarded(
  database: Executor,
  { incomingCallId, refusal }: { incomingCallId: string; refusal: ForwardRefusal },
): Promise<void> {
  await sql`
    update calls.forward set refusal = ${refusal.message}, refusal_code = ${refusal.code}
    where incoming_call_id = ${incomingCallId} and placed_call_id is null`.execute(database);
}

/** Forgets where calls to numbers of accounts were to go on to and never did: no record of a call names that telephone. */
export async function deleteNeverPlaced(tx: Transaction, accountIds: readonly string[]): Promise<void> {
  await sql`
    delete from calls.forward using calls.call incoming
    where incoming.id = forward.incoming_call_id and incoming.account_id = any (${accountIds}::uuid[])
      and forward.placed_call_id is null`.execute(tx);
}

/** How many calls of a caller to a number are being forwarded at this moment, and ring: where no header tells of it, a call that goes round comes back so. */
export async function countRingingForwards(
  database: Executor,
  of: { number: string; caller: string; since: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from calls.forward
      join calls.call incoming on incoming.id = forward.incoming_call_id
      join calls.call placed on placed.id = forward.placed_call_id
    where not forward.is_over and forward.made_at > ${of.since} and incoming.to_number = ${of.number}
      and incoming.from_number = ${of.caller} and placed.state in ('authorised', 'ringing')`.execute(database);
  return rows[0]?.count ?? 0;
}

/** What a forward has to do with a call. `given`: it came in and goes on; `placed`: it was placed for that. */
export type CallForwarding = {
  role: 'given' | 'placed';
  callId: string | null;
  number: string;
  mostMicros: bigint | null;
  refusal: ForwardRefusal | null;
};

const refusalSql = sql`case when refusal is not null then jsonb_build_object('code', refusal_code, 'message', refusal) end`;

/** The forward that a call is part of; null for most calls, and for one that was taken before it went on. */
export async function forwardOf(database: Executor, callId: string): Promise<CallForwarding | null> {
  const { rows } = await sql<CallForwarding>`
    select 'placed' as role, incoming_call_id as "callId", incoming.to_number as number,
      forward.most_micros as "mostMicros", ${refusalSql} as refusal
    from calls.forward join calls.call incoming on incoming.id = forward.incoming_call_id
    where placed_call_id = ${callId}
    union all
    select 'given', placed_call_id, to_number, most_micros, ${refusalSql} from calls.forward
    where incoming_call_id = ${callId} and (placed_call_id is not null or refusal is not null)
    limit 1`.execute(database);
  return rows[0] ?? null;
}

export type OpenForward = {
  incomingCallId: string;
  incoming: CallProgress['state'];
  /** Null: none was placed so far. */
  placedCallId: string | null;
  placed: CallProgress['state'] | null;
  wasPlacedAnswered: boolean;
  /** The telephone has answered, or still rings beside voicemail, and who called is not put through to it, or not yet. */
  isLeftAlone: boolean;
  /** The call that came in has gone on to the attendant. */
  isInVoicemail: boolean;
};

const IN_VOICEMAIL = sql`coalesce(incoming.connection = any (${ATTENDANT_CONNECTIONS}::text[]), false)`;

/** The forwards about which something may have to be done, with how far their calls have come. */
export async function openForwards(database: Executor): Promise<OpenForward[]> {
  const isLeftAlone = sql`(placed.state in ('authorised', 'ringing', 'answered') and incoming.state <> 'ended' and (${IN_VOICEMAIL}
    or incoming.state <> 'answered' and placed.state = 'answered'))`;
  const { rows } = await sql<OpenForward>`
    select forward.incoming_call_id as "incomingCallId", incoming.state as incoming,
      forward.placed_call_id as "placedCallId", placed.state as placed,
      placed.answered_at is not null as "wasPlacedAnswered",
      coalesce(${isLeftAlone}, false) as "isLeftAlone", ${IN_VOICEMAIL} as "isInVoicemail"
    from calls.forward
      join calls.call incoming on incoming.id = forward.incoming_call_id
      left join calls.call placed on placed.id = forward.placed_call_id
    where not forward.is_over and (incoming.state = 'ended' or placed.state = 'ended' or ${isLeftAlone})
    order by forward.made_at limit 1000`.execute(database);
  return rows;
}

/** Nothing is left to do about it, unless a call was placed since it was looked at. */
export async function closeForward(
  database: Executor,
  { incomingCallId, placedCallId }: Pick<OpenForward, 'incomingCallId' | 'placedCallId'>,
): Promise<void> {
  await sql`
    update calls.forward set is_over = true
    where incoming_call_id = ${incomingCallId} and placed_call_id is not distinct from ${placedCallId}::uuid
  `.execute(database);
}
