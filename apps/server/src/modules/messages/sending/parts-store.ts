// What carriers have of messages. Locks: carriers' ids, then messages by their ids, then their parts, then what the ledger locks.
//
// A state that lasts for a second is rare whenever PostgreSQL counts, and not when many are under way: it then compares each with each. Where
// many rows are changed at once they are looked up one by one by their keys (`lateral`, `offset 0`), and changed where they lie.
import { sql } from 'kysely';
import type { Database, Executor, Transaction } from '../../../platform/database.ts';
import { storedJson } from '../../../platform/stored-json.ts';
import { accountOfNumberSql } from '../../numbers/index.ts';
import { messageColumns, type MessageRow, toMessage } from '../record/message-row.ts';
import type { MessageRecord } from '../record/message-record.ts';

/** How long a sender may have a message. Longer than a carrier has to answer: whoever has it for longer is gone. */
export const CLAIM_MS = 120_000;

export type PartState =
  | 'waiting'
  | 'submitting'
  | 'accepted'
  | 'refused'
  | 'unknown'
  | 'delivered'
  | 'undelivered'
  | 'expired'
  | 'rejected';

/**
 * A message that this process is to send now; `bind`: the carrier that has other parts of it. `isUnwanted`: its recipient asked for no
 * messages since it was written, and it is not the answer to that.
 */
export type ClaimedMessage = { message: MessageRecord; bind: string | null; isUnwanted: boolean };

/** Messages that are left where they are for now: of this kind, refused by all of `refusedBy` and not by all of `notBy`. */
export type HeldBack = { isPractice: boolean; refusedBy: readonly string[]; notBy: readonly string[] };

/** A piece of the statement, no words at all where nothing is held back. */
const notHeldBack = (heldBack: readonly HeldBack[]) =>
  sql.join(
    heldBack.map(
      ({ isPractice, refusedBy, notBy }) =>
        sql`and not (is_practice = ${isPractice} and refused_by @> ${[...refusedBy]}::text[] and not refused_by @> ${[...notBy]}::text[])`,
    ),
    sql` `,
  );

/**
 * Takes messages that are due, single ones before those of broadcasts, oldest first, and none that are held back: nobody else sends
 * them until then. Which carrier a message is for follows from whether it is practice and who refused it: there are few such kinds, each
 * found by one look at the index, so that what waits for a carrier that is full or down is never read, however much it is.
 */
export async function claimDueMessages(
  db: Executor,
  wanted: { now: Date; until: Date; most: number; heldBack: readonly HeldBack[] },
): Promise<ClaimedMessage[]> {
  const { rows } = await sql<MessageRow & { bind: string | null; is_unwanted: boolean }>`
    with recursive kind as (
      (select is_practice, refused_by from messages.message where state = 'queued' order by is_practice, refused_by limit 1)
      union all
      select next.is_practice, next.refused_by from kind cross join lateral (
        select is_practice, refused_by from messages.message
        where state = 'queued' and (is_practice, refused_by) > (kind.is_practice, kind.refused_by)
        order by is_practice, refused_by limit 1) next),
    wanted as (select is_practice, refused_by from kind where true ${notHeldBack(wanted.heldBack)}),
    due as (
      select found.id from wanted cross join lateral (
        select id, broadcast_id, due_at from messages.message
        where state = 'queued' and is_practice = wanted.is_practice and refused_by = wanted.refused_by
          and due_at <= ${wanted.now} and (claimed_until is null or claimed_until < ${wanted.now})
          and exists (select from messages.part where message_id = message.id and state = 'waiting')
        order by broadcast_id is not null, due_at, id limit ${wanted.most} for no key update skip locked) found
      order by found.broadcast_id is not null, found.due_at, found.id limit ${wanted.most}),
    claimed as (
      update messages.message set claimed_until = ${wanted.until} from due where message.id = due.id
      returning message.*)
    select ${messageColumns}, (
        select min(bind) from messages.part where message_id = claimed.id and state not in ('waiting', 'refused')) as bind,
      answers is null and exists (
        select from messages.thread where thread.account_id = claimed.account_id and thread.peer = claimed.peer
          and opted_out_at is not null) as is_unwanted
    from claimed order by broadcast_id is not null, due_at, id`.execute(db);
  return rows.map((row) => ({ message: toMessage(row), bind: row.bind, isUnwanted: row.is_unwanted }));
}

/**
 * Notes, before anything is said to carriers, that the parts that wait go to these: who dies after this has perhaps sent them. Gives
 * their numbers by message, in order; nobody else is given them.
 */
export async function markSubmitting(
  database: Database,
  { going, at }: { going: readonly { messageId: string; bind: string }[]; at: Date },
): Promise<Map<string, number[]>> {
  const ids = going.map(({ messageId }) => messageId);
  const binds = going.map(({ bind }) => bind);
  const { rows } = await sql<{ message_id: string; number: number }>`
    update messages.part set state = 'submitting', bind = waiting.bind, submitted_at = ${at}
    from (
      select lies_at, going.bind from unnest(${ids}::uuid[], ${binds}::text[]) as going (message_id, bind)
      cross join lateral (
        select ctid as lies_at from messages.part
        where part.message_id = going.message_id and state = 'waiting' offset 0) found) waiting
    where part.ctid = waiting.lies_at
    returning part.message_id, part.number`.execute(database);
  const numbers = Map.groupBy(rows, (row) => row.message_id);
  return new Map(
    [...numbers].map(([id, parts]) => [id, parts.map(({ number }) => number).sort((one, other) => one - other)]),
  );
}

/** What became of a part at the carrier. */
export type PartOutcome = { number: number; state: PartState; carrierId: string | null; error: string | null };

/** Which try of a message's parts is spoken of: to whom they went, and when `markSubmitting` noted it. */
export type Submission = { messageId: string; bind: string; submittedAt: Date };

/** Writes down what carriers said of parts that were on their way to them; of parts that have gone out again since, nothing. */
export async function saveOutcomes(
  tx: Transaction,
  { outcomes, at }: { outcomes: readonly (PartOutcome & Submission)[]; at: Date },
): Promise<void> {
  const rows = outcomes.map(({ messageId, bind, submittedAt, number, state, carrierId, error }) => ({
    message_id: messageId,
    bind,
    submitted_at: submittedAt,
    number,
    state,
    carrier_id: carrierId,
    error,
  }));
  await sql`update messages.part set state = said.state, carrier_id = said.carrier_id, error = said.error,
      ended_at = case when said.state in ('refused', 'delivered') then ${at}::timestamptz end
    from jsonb_to_recordset(${storedJson(rows)}::jsonb)
      as said (message_id uuid, bind text, submitted_at timestamptz, number integer, state text, carrier_id text, error text)
    where part.message_id = said.message_id and part.number = said.number
      and part.bind = said.bind and part.submitted_at = said.submitted_at
      and part.state in ('submitting', 'unknown')`.execute(tx);
}

/** Parts that were refused go to another carrier. */
export async function sendAgainElsewhere(tx: Transaction, messageId: string): Promise<void> {
  await sql`update messages.part set state = 'waiting', bind = null, error = null, ended_at = null
    where message_id = ${messageId} and state = 'refused'`.execute(tx);
}

/** Parts that nobody takes any more. */
export async function giveUpWaiting(
  tx: Transaction,
  { messageId, at }: { messageId: string; at: Date },
): Promise<void> {
  await sql`update messages.part set state = 'refused', ended_at = ${at}
    where message_id = ${messageId} and state = 'waiting'`.execute(tx);
}

/** How far each part of these messages is. */
export async function partStates(db: Executor, messageIds: readonly string[]): Promise<Map<string, PartState[]>> {
  const { rows } = await sql<{ message_id: string; states: PartState[] }>`
    select message_id, array_agg(state) as states from messages.part
    where message_id = any (${messageIds}::uuid[]) group by message_id`.execute(db);
  return new Map(rows.map(({ message_id: id, states }) => [id, states]));
}

/** Messages with parts that somebody went to submit before an instant, and said no more: nobody knows whether the carrier has them. At most 100. */
export async function messagesLeftBehind(db: Executor, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct message_id as id from messages.part
    where state = 'submitting' and submitted_at < ${before} limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Unknown messages for which a receipt of their carrier lies there that nobody knew when it came, those first for which one came last. Where it names a
 * sender that is nobody's, only while no other message to that person is unanswered: of two it is nobody's (`findUnknown`). At most 100.
 */
export async function unknownWithReceipts(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select message.id from messages.early_receipt early
    join messages.message on message.peer = early.peer
    where message.state = 'unknown' and message.settled_at is null and early.came_at >= message.created_at
      and exists (
        select from messages.part where message_id = message.id and part.bind = early.bind and part.state = 'unknown')
      and (message.number = early.number or ${accountOfNumberSql(sql`early.number`)} is null and not exists (
        select from messages.part join messages.message other on other.id = part.message_id
        where part.bind = early.bind and part.state in ('submitting', 'unknown')
          and other.peer = early.peer and other.settled_at is null and other.id <> message.id))
    group by message.id order by max(early.came_at) desc limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** Parts on their way become unknown. */
export async function markUnknown(tx: Transaction, messageId: string): Promise<void> {
  await sql`update messages.part set state = 'unknown'
    where message_id = ${messageId} and state = 'submitting'`.execute(tx);
}

/** Messages that have waited for a carrier since before an instant, those with codes since before another, and that nobody is sending now. At most 100. */
export async function queuedSince(
  db: Executor,
  { before, codesBefore, now }: { before: Date; codesBefore: Date; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from messages.message
    where state = 'queued' and (created_at < ${before} or (code_of is not null and created_at < ${codesBefore})) and (claimed_until is null or claimed_until < ${now})
      and not exists (select from messages.part where message_id = message.id and state = 'submitting')
    order by created_at limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** Messages that have been unknown since before an instant, with what they cost held still. At most 100. */
export async function undecidedSince(db: Executor, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from messages.message
    where state = 'unknown' and settled_at is null and created_at < ${before} order by created_at limit 100`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
