import { type RawBuilder, sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { storedJson } from '../../../platform/stored-json.ts';
import type { MessageRecord } from './message-record.ts';
import { messageColumns, type MessageRow, toInsertedRow, toMessage } from './message-row.ts';

/** Pieces of a statement, `with` them: they write messages down, with their words to be searched, and with the parts in which they are sent. */
export function insertMessagesSql(messages: readonly MessageRecord[]): RawBuilder<unknown> {
  return sql`written as (
      insert into messages.message (id, account_id, user_id, direction, number, peer, body, encoding, segments, state,
        is_practice, currency, per_segment, rate_id, paid_by, payer_wallet_id, hold_id, allowance_hold_id,
        included_segments, answers, broadcast_id, code_of, due_at, created_at)
      select id, account_id, user_id, direction, number, peer, body, encoding, segments, state,
        is_practice, currency, per_segment, rate_id, paid_by, payer_wallet_id, hold_id, allowance_hold_id,
        included_segments, answers, broadcast_id, code_of, case when direction = 'outbound' then created_at end, created_at
      from jsonb_to_recordset(${storedJson(messages.map(toInsertedRow))}::jsonb) as given (
        id uuid, account_id uuid, user_id uuid, direction text, number text, peer text, body text, encoding text,
        segments integer, state text, is_practice boolean, currency text, per_segment bigint, rate_id text, paid_by text,
        payer_wallet_id uuid, hold_id uuid, allowance_hold_id uuid, included_segments integer, answers uuid,
        broadcast_id uuid, code_of uuid, created_at timestamptz)
      returning id, account_id, peer, body, segments, direction, broadcast_id, created_at),
    searched as (
      insert into messages.searched_text (message_id, account_id, peer, body)
      select id, account_id, peer, body from written),
    parts as (
      insert into messages.part (message_id, number, state)
      select id, number, 'waiting' from written, generate_series(1, segments) number where direction = 'outbound')`;
}

/** A message of an account, or null. */
export async function findMessage(
  db: Executor,
  wanted: { id: string; accountId: string },
): Promise<MessageRecord | null> {
  const { rows } = await sql<MessageRow>`select ${messageColumns} from messages.message
    where id = ${wanted.id} and account_id = ${wanted.accountId}`.execute(db);
  return rows[0] === undefined ? null : toMessage(rows[0]);
}

/** Those of these messages that there are, and nobody else changes them until the end of the transaction. */
export async function lockMessages(tx: Transaction, ids: readonly string[]): Promise<Map<string, MessageRecord>> {
  const { rows } = await sql<MessageRow>`select ${messageColumns} from messages.message
    where id = any (${ids}::uuid[]) order by id for no key update`.execute(tx);
  return new Map(rows.map((row) => [row.id, toMessage(row)]));
}

/** Messages by their ids. */
export async function findMessages(db: Executor, ids: readonly string[]): Promise<Map<string, MessageRecord>> {
  const { rows } = await sql<MessageRow>`select ${messageColumns} from messages.message
    where id = any (${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, toMessage(row)]));
}

/** Whom these messages went to, or who wrote them, by the id of each; what was erased is not among them. */
export async function peersOfMessages(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; peer: string }>`
    select id, peer from messages.message where id = any (${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, peer }) => [id, peer]));
}

/** Messages of an account older than one of them, newest first; of one person with these numbers, or of all. */
export async function messagesBefore(
  db: Executor,
  wanted: { accountId: string; peers: readonly string[] | null; before: string | null; most: number },
): Promise<MessageRecord[]> {
  const isOlder = wanted.before === null ? sql`true` : sql`id < ${wanted.before}::uuid`;
  const { rows } = await sql<MessageRow>`select ${messageColumns} from ${among(wanted, isOlder, sql`desc`)}
    order by id desc limit ${wanted.most}`.execute(db);
  return rows.map(toMessage);
}

/** Messages of one person that are newer than one of them, the oldest first. */
export async function messagesAfter(
  db: Executor,
  wanted: { accountId: string; peers: readonly string[]; after: string; most: number },
): Promise<MessageRecord[]> {
  const isNewer = sql`id > ${wanted.after}::uuid`;
  const { rows } = await sql<MessageRow>`select ${messageColumns} from ${among(wanted, isNewer, sql`asc`)}
    order by id limit ${wanted.most}`.execute(db);
  return rows.map(toMessage);
}

/** What a page is made of: of each number as much as may be in it, in the order of the index. */
function among(
  { accountId, peers, most }: { accountId: string; peers: readonly string[] | null; most: number },
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const ofAccount = sql`select * from messages.message where account_id = ${accountId} and ${condition}`;
  if (peers === null) return sql`(${ofAccount}) message`;
  const ofPeer = (peer: string) => sql`(${ofAccount} and peer = ${peer} order by id ${order} limit ${most})`;
  return sql`(${sql.join(peers.map(ofPeer), sql` union all `)}) message`;
}

/** How many messages of an account were charged or included in a span: what its month says. */
export async function countSent(db: Executor, wanted: { accountId: string; from: Date; to: Date }): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from messages.message
    where account_id = ${wanted.accountId} and direction = 'outbound'
      and sent_at >= ${wanted.from} and sent_at < ${wanted.to}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A carrier has refused the message. */
export async function saveRefusal(tx: Transaction, { id, refusedBy }: Pick<MessageRecord, 'id' | 'refusedBy'>) {
  await sql`update messages.message set refused_by = ${refusedBy} where id = ${id}`.execute(tx);
}

/** What a message costs, as soon as that is known. */
export type SettledMessage = { chargedSegments: number; includedSegments: number; costMicros: bigint };

/** What became of a message. */
export type FollowedMessage = Pick<MessageRecord, 'id' | 'state' | 'reason' | 'sentAt' | 'endedAt' | 'tries'> & {
  /** Null: as it was. */
  dueAt: Date | null;
  /** Whoever was sending it has it no more. */
  isReleased: boolean;
  /** Null: nothing is known now that was not before. */
  settled: SettledMessage | null;
};

/** Writes down what became of messages, which are locked: they lie where they were found (see parts-store.ts). */
export async function saveFollowed(
  tx: Transaction,
  { followed, at }: { followed: readonly FollowedMessage[]; at: Date },
): Promise<void> {
  const rows = followed.map(({ id, state, reason, tries, settled, ...one }) => ({
    id,
    state,
    reason,
    tries,
    sent_at: one.sentAt,
    ended_at: one.endedAt,
    due_at: one.dueAt,
    is_released: one.isReleased,
    charged: settled?.costMicros.toString() ?? null,
    included: settled?.includedSegments ?? null,
  }));
  await sql`
    update messages.message set state = now.state, reason = now.reason, tries = now.tries, sent_at = now.sent_at,
      ended_at = now.ended_at, due_at = coalesce(now.due_at, message.due_at),
      claimed_until = case when now.is_released then null else claimed_until end,
      charged = coalesce(now.charged, message.charged),
      included_segments = coalesce(now.included, message.included_segments),
      settled_at = case when now.charged is null then settled_at else ${at}::timestamptz end
    from (
      select now.*, lies_at from jsonb_to_recordset(${storedJson(rows)}::jsonb) as now (id uuid, state text, reason text, tries integer,
        sent_at timestamptz, ended_at timestamptz, due_at timestamptz, is_released boolean, charged bigint, included integer)
      cross join lateral (select ctid as lies_at from messages.message where message.id = now.id offset 0) found) now
    where message.ctid = now.lies_at`.execute(tx);
}

/** Counts what was given back of a message's charge, and of the plan's messages that it used. */
export async function addReturned(
  tx: Transaction,
  returned: { id: string; amountMicros: bigint; includedSegments: number },
): Promise<void> {
  await sql`update messages.message set returned = returned + ${returned.amountMicros},
      returned_included = returned_included + ${returned.includedSegments} where id = ${returned.id}`.execute(tx);
}
