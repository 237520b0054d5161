import { type RawBuilder, sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import type { MessageRecord } from './message-record.ts';
import { messageColumns, type MessageRow, toMessage } from './message-row.ts';

/** Writes a message down, with the parts in which it is sent. */
export async function insertMessage(tx: Transaction, message: MessageRecord): Promise<void> {
  const { paid } = message;
  await sql`
    insert into messages.message (id, account_id, user_id, direction, number, peer, body, encoding, segments, state, is_practice,
      currency, per_segment, rate_id, paid_by, payer_wallet_id, hold_id, allowance_hold_id, included_segments, answers, due_at, created_at)
    values (${message.id}, ${message.accountId}, ${message.userId}, ${paid === null ? 'inbound' : 'outbound'},
      ${message.number}, ${message.peer}, ${message.text}, ${message.encoding}, ${message.segments}, ${message.state},
      ${message.isPractice}, ${paid?.currency ?? null}, ${paid?.perSegmentMicros ?? null}, ${paid?.rateId ?? null},
      ${paid?.paidBy ?? null}, ${paid?.payerWalletId ?? null}, ${paid?.holdId ?? null}, ${paid?.allowanceHoldId ?? null},
      ${paid?.includedSegments ?? 0}, ${message.answers}, ${paid === null ? null : message.createdAt}, ${message.createdAt})`.execute(
    tx,
  );
  if (paid === null) return;
  await sql`insert into messages.part (message_id, number, state)
    select ${message.id}, number, 'waiting' from generate_series(1, ${message.segments}::integer) number`.execute(tx);
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

/** The message, and nobody else changes it until the end of the transaction. */
export async function lockMessage(tx: Transaction, id: string): Promise<MessageRecord | null> {
  const { rows } = await sql<MessageRow>`select ${messageColumns} from messages.message
    where id = ${id} for no key update`.execute(tx);
  return rows[0] === undefined ? null : toMessage(rows[0]);
}

/** Messages by their ids. */
export async function findMessages(db: Executor, ids: readonly string[]): Promise<Map<string, MessageRecord>> {
  const { rows } = await sql<MessageRow>`select ${messageColumns} from messages.message
    where id = any (${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, toMessage(row)]));
}

/** Messages of an account older than one of them, newest first; of one person, or of all. */
export async function messagesBefore(
  db: Executor,
  wanted: { accountId: string; peer: string | null; before: string | null; most: number },
): Promise<MessageRecord[]> {
  const { rows } = await sql<MessageRow>`select ${messageColumns} from messages.message
    where account_id = ${wanted.accountId} and ${wanted.peer === null ? sql`true` : sql`peer = ${wanted.peer}`}
      and ${wanted.before === null ? sql`true` : sql`id < ${wanted.before}::uuid`}
    order by id desc limit ${wanted.most}`.execute(db);
  return rows.map(toMessage);
}

/** How many messages of an account were charged or included in a span: what its month says. */
export async function countSent(db: Executor, wanted: { accountId: string; from: Date; to: Date }): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from messages.message
    where account_id = ${wanted.accountId} and direction = 'outbound'
      and sent_at >= ${wanted.from} and sent_at < ${wanted.to}`.execute(db);
  return rows[0]?.count ?? 0;
}

const MOST_LOOKED_AT = 5_000;

/** How much an account has sent of late: in all, and to numbers that begin as one does. */
export async function recentlySent(
  db: Executor,
  wanted: { accountId: string; peer: string; now: Date; prefixLength: number },
): Promise<{ inMinute: number; toPrefixInMinute: number; peersOfPrefixInHour: number }> {
  const [minuteAgo, hourAgo] = [60_000, 3_600_000].map((ms) => firstIdAt(new Date(wanted.now.getTime() - ms)));
  const isNeighbour = sql`left(peer, ${wanted.prefixLength}) = left(${wanted.peer}, ${wanted.prefixLength})`;
  const { rows } = await sql<{ inMinute: number; toPrefixInMinute: number; peersOfPrefixInHour: number }>`
    select count(*) filter (where id >= ${minuteAgo}::uuid)::integer as "inMinute",
      count(*) filter (where id >= ${minuteAgo}::uuid and ${isNeighbour})::integer as "toPrefixInMinute",
      count(distinct peer) filter (where ${isNeighbour} and peer <> ${wanted.peer})::integer as "peersOfPrefixInHour"
    from (
      select id, peer from messages.message
      where account_id = ${wanted.accountId} and id >= ${hourAgo}::uuid and direction = 'outbound'
      order by id desc limit ${MOST_LOOKED_AT}) recent`.execute(db);
  return rows[0] ?? { inMinute: 0, toPrefixInMinute: 0, peersOfPrefixInHour: 0 };
}

/** Whether a message with a keyword has its answer. */
export async function isAnswered(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`select id from messages.message where answers = ${id}`.execute(db);
  return rows.length > 0;
}

/** What becomes of a message: what is left out stays. */
export async function updateMessage(
  tx: Transaction,
  id: string,
  change: Partial<Pick<MessageRecord, 'state' | 'reason' | 'sentAt' | 'endedAt' | 'refusedBy' | 'tries'>> & {
    dueAt?: Date | null;
    /** Whoever was sending it has it no more. */
    isReleased?: boolean;
  },
): Promise<void> {
  const columns = {
    state: change.state,
    reason: change.reason,
    sent_at: change.sentAt,
    ended_at: change.endedAt,
    refused_by: change.refusedBy,
    tries: change.tries,
    due_at: change.dueAt,
  };
  const changes = Object.entries(columns).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`],
  );
  await sql`update messages.message set ${sql.join([...changes, sql`claimed_until = ${change.isReleased === true ? sql`null` : sql`claimed_until`}`])} where id = ${id}`.execute(
    tx,
  );
}

/** What a message was charged, once. `closing`: what that closes elsewhere, in the same statement. */
export async function settleMessageRow(
  tx: Transaction,
  settled: {
    id: string;
    chargedMicros: bigint;
    includedSegments: number;
    closing: readonly RawBuilder<boolean>[];
    at: Date;
  },
): Promise<void> {
  await sql`
    with closed as materialized (select ${sql.join(settled.closing.map((piece, place) => sql`${piece} as ${sql.ref(`piece_${place}`)}`))})
    update messages.message set charged = ${settled.chargedMicros}, included_segments = ${settled.includedSegments},
      settled_at = ${settled.at} from closed where id = ${settled.id}`.execute(tx);
}

/** Counts what was given back of a message's charge. */
export async function addReturned(tx: Transaction, returned: { id: string; amountMicros: bigint }): Promise<void> {
  await sql`update messages.message set returned = returned + ${returned.amountMicros} where id = ${returned.id}`.execute(
    tx,
  );
}
