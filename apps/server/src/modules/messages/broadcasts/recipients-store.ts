// The recipients of broadcasts, and what becomes of each.
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import type { BroadcastTotals, RecipientRow } from './broadcast.ts';
import type { QuietPlace } from './quiet-places.ts';

/** A recipient as the database has it. */
export type RecipientRecord = {
  line: number;
  typed: string;
  peer: string | null;
  fields: Record<string, string>;
  state: 'waiting' | 'left_out' | 'sent';
  reason: string | null;
  segments: number;
  currency: string | null;
  perSegment: bigint | null;
  messageId: string | null;
};

const columns = sql`recipient.line, recipient.typed, recipient.peer, recipient.fields, recipient.state, recipient.reason,
  recipient.segments, recipient.currency, recipient.per_segment as "perSegment", recipient.message_id as "messageId"`;

/** Replaces the recipients with those of a file: `rows` again and again, and `isFirst` once. */
export async function insertRecipients(
  tx: Transaction,
  { broadcastId, rows }: { broadcastId: string; rows: readonly RecipientRow[] },
): Promise<void> {
  const written = rows.map(({ line, typed, peer, fields, reason }) => ({ line, typed, peer, fields, reason }));
  await sql`insert into messages.broadcast_recipient (broadcast_id, line, typed, peer, fields, state, reason)
    select ${broadcastId}, line, typed, peer, fields, case when reason is null then 'waiting' else 'left_out' end, reason
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
      as row (line integer, typed text, peer text, fields jsonb, reason text)`.execute(tx);
}

/** Forgets the recipients of a draft. */
export async function deleteRecipients(tx: Transaction, broadcastId: string): Promise<void> {
  await sql`delete from messages.broadcast_recipient where broadcast_id = ${broadcastId}`.execute(tx);
}

/** Recipients after a line who may be written to, in the order of the file. `isDraft`: also those who were left out until now. */
export async function recipientsToPlan(
  db: Executor,
  wanted: { broadcastId: string; isDraft: boolean; after: number; most: number },
): Promise<(RecipientRecord & { peer: string })[]> {
  const { rows } = await sql<RecipientRecord & { peer: string }>`select ${columns}
    from messages.broadcast_recipient recipient
    where broadcast_id = ${wanted.broadcastId} and line > ${wanted.after} and peer is not null
      and (state = 'waiting' or (${wanted.isDraft} and state = 'left_out'))
    order by line limit ${wanted.most}`.execute(db);
  return rows;
}

/** What a recipient would get and cost now, or why they are left out. */
export type PlannedRecipient = {
  line: number;
  reason: string | null;
  segments: number;
  currency: string | null;
  per_segment: string | null;
  /** Of a `QuietPlace`; null: none. */
  country_code: string | null;
  time_zones: readonly string[] | null;
};

/** Notes what recipients would get and cost. */
export async function savePlanned(
  tx: Transaction,
  { broadcastId, rows }: { broadcastId: string; rows: readonly PlannedRecipient[] },
): Promise<void> {
  await sql`update messages.broadcast_recipient recipient set
      state = case when planned.reason is null then 'waiting' else 'left_out' end, reason = planned.reason,
      segments = planned.segments, currency = planned.currency, per_segment = planned.per_segment,
      country_code = planned.country_code, time_zones = planned.time_zones
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as planned (line integer, reason text, segments integer, currency text, per_segment bigint, country_code text,
        time_zones text[])
    where broadcast_id = ${broadcastId} and recipient.line = planned.line and recipient.state <> 'sent'`.execute(tx);
}

/** Those who wait, in the order of the file. */
export async function nextRecipients(
  db: Executor,
  { broadcastId, most }: { broadcastId: string; most: number },
): Promise<(RecipientRecord & { peer: string })[]> {
  const { rows } = await sql<RecipientRecord & { peer: string }>`select ${columns}
    from messages.broadcast_recipient recipient
    where broadcast_id = ${broadcastId} and state = 'waiting' order by line limit ${most}`.execute(db);
  return rows;
}

/** They get this message, once. False: they have one, or are left out meanwhile. */
export async function markWritten(
  tx: Transaction,
  { broadcastId, line, messageId }: { broadcastId: string; line: number; messageId: string },
): Promise<boolean> {
  const { rows } = await sql`update messages.broadcast_recipient set state = 'sent', message_id = ${messageId}
    where broadcast_id = ${broadcastId} and line = ${line} and state = 'waiting' returning line`.execute(tx);
  return rows.length > 0;
}

/** They are not written to after all. */
export async function leaveOut(
  db: Executor,
  { broadcastId, line, reason }: { broadcastId: string; line: number; reason: string },
): Promise<void> {
  await sql`update messages.broadcast_recipient set state = 'left_out', reason = ${reason}
    where broadcast_id = ${broadcastId} and line = ${line} and state = 'waiting'`.execute(db);
}

/** A recipient with what became of the message to them. */
export type ReportedRecipient = RecipientRecord & {
  messageState: string | null;
  messageReason: string | null;
  charged: bigint | null;
  returned: bigint | null;
  messageCurrency: string | null;
  sentAt: Date | null;
  endedAt: Date | null;
};

/** Recipients after a line, with what became of them. */
export async function reportRecipients(
  db: Executor,
  wanted: { broadcastId: string; leftOutOnly: boolean; after: number; most: number },
): Promise<ReportedRecipient[]> {
  const { rows } = await sql<ReportedRecipient>`select ${columns}, message.state as "messageState",
      message.reason as "messageReason", message.charged, message.returned, message.currency as "messageCurrency",
      message.sent_at as "sentAt", message.ended_at as "endedAt"
    from messages.broadcast_recipient recipient left join messages.message on message.id = recipient.message_id
    where recipient.broadcast_id = ${wanted.broadcastId} and recipient.line > ${wanted.after}
      and (not ${wanted.leftOutOnly} or recipient.state = 'left_out')
    order by recipient.line limit ${wanted.most}`.execute(db);
  return rows;
}

/** What all recipients come to; of the plan's messages so many segments are free, for those who come first. */
export async function totalsOf(
  db: Executor,
  { broadcastId, freeSegments, currency }: { broadcastId: string; freeSegments: number; currency: string },
): Promise<BroadcastTotals> {
  const { rows: counted } = await sql<{ state: string; count: number; spent: bigint }>`
    select coalesce(message.state, recipient.state) as state, count(*)::integer as count,
      coalesce(sum(message.charged - message.returned), 0)::bigint as spent
    from messages.broadcast_recipient recipient left join messages.message on message.id = recipient.message_id
    where recipient.broadcast_id = ${broadcastId} group by 1`.execute(db);
  const { rows: leftOut } = await sql<{ reason: string; count: number }>`
    select reason, count(*)::integer as count from messages.broadcast_recipient
    where broadcast_id = ${broadcastId} and state = 'left_out' group by 1 order by 2 desc, 1`.execute(db);
  const { rows: sums } = await sql<{ segments: bigint; included: bigint; cost: bigint; currency: string | null }>`
    select coalesce(sum(segments), 0)::bigint as segments, coalesce(sum(free), 0)::bigint as included,
      coalesce(sum((segments - free) * per_segment), 0)::bigint as cost, min(currency) as currency
    from (
      select segments, per_segment, currency,
        greatest(0, least(segments, ${freeSegments}::bigint - (sum(segments) over (order by line) - segments))) as free
      from messages.broadcast_recipient where broadcast_id = ${broadcastId} and state = 'waiting') planned`.execute(db);
  const { rows: quietPlaces } = await sql<QuietPlace & { count: number }>`
    select country_code as "countryCode", time_zones as "timeZones", count(*)::integer as count
    from messages.broadcast_recipient where broadcast_id = ${broadcastId} and state = 'waiting' and time_zones is not null
    group by 1, 2`.execute(db);
  const [sum] = sums;
  return {
    counts: new Map(counted.map(({ state, count }) => [state, count])),
    leftOut,
    quietPlaces,
    segments: sum?.segments ?? 0n,
    includedSegments: sum?.included ?? 0n,
    costMicros: sum?.cost ?? 0n,
    spentMicros: counted.reduce((spent, each) => spent + each.spent, 0n),
    currency: sum?.currency ?? currency,
  };
}

/** Who of these people wants no messages of an account, or is blocked by it. */
export async function closedTo(
  db: Executor,
  { accountId, peers }: { accountId: string; peers: readonly string[] },
): Promise<ReadonlyMap<string, 'recipient_opted_out' | 'recipient_blocked'>> {
  const { rows } = await sql<{ peer: string; isOptedOut: boolean }>`
    select peer, opted_out_at is not null as "isOptedOut" from messages.thread
    where account_id = ${accountId} and peer = any (${peers}::text[])
      and (opted_out_at is not null or blocked_at is not null)`.execute(db);
  return new Map(
    rows.map(({ peer, isOptedOut }) => [peer, isOptedOut ? 'recipient_opted_out' : 'recipient_blocked'] as const),
  );
}
