// What carriers have of messages. Locks: the message, then its parts, then what the ledger locks.
import { sql } from 'kysely';
import type { Database, Executor, Transaction } from '../../../platform/database.ts';
import type { MessageReceipt } from '../record/carrier.ts';
import { messageColumns, type MessageRow, toMessage } from '../record/message-row.ts';
import type { MessageRecord } from '../record/message-record.ts';

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

/** A message that this process is to send now; `bind`: the carrier that has other parts of it. */
export type ClaimedMessage = { message: MessageRecord; bind: string | null };

/** Takes messages that are due, oldest first: nobody else sends them until then. */
export async function claimDueMessages(
  database: Database,
  wanted: { now: Date; until: Date; most: number },
): Promise<ClaimedMessage[]> {
  const { rows } = await sql<MessageRow & { bind: string | null }>`
    with due as (
      select id from messages.message
      where state = 'queued' and due_at <= ${wanted.now} and (claimed_until is null or claimed_until < ${wanted.now})
        and exists (select from messages.part where message_id = message.id and state = 'waiting')
      order by due_at, id limit ${wanted.most} for no key update skip locked),
    claimed as (
      update messages.message set claimed_until = ${wanted.until} from due where message.id = due.id
      returning message.*)
    select ${messageColumns}, (
        select min(bind) from messages.part where message_id = claimed.id and state not in ('waiting', 'refused')) as bind
    from claimed order by due_at, id`.execute(database);
  return rows.map((row) => ({ message: toMessage(row), bind: row.bind }));
}

/**
 * Notes, before anything is said to a carrier, that the parts that wait go there: who dies after this has perhaps sent them. Gives
 * their numbers; nobody else is given them.
 */
export async function markSubmitting(
  database: Database,
  submitted: { messageId: string; bind: string; at: Date },
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    update messages.part set state = 'submitting', bind = ${submitted.bind}, submitted_at = ${submitted.at}
    where message_id = ${submitted.messageId} and state = 'waiting' returning number`.execute(database);
  return rows.map(({ number }) => number).sort((one, other) => one - other);
}

/** What became of a part at the carrier. */
export type PartOutcome = { number: number; state: PartState; carrierId: string | null; error: string | null };

/** Writes down what carriers said of parts that were on their way to them. */
export async function saveOutcomes(
  tx: Transaction,
  { messageId, outcomes, at }: { messageId: string; outcomes: readonly PartOutcome[]; at: Date },
): Promise<void> {
  const rows = outcomes.map(({ number, state, carrierId, error }) => ({ number, state, carrier_id: carrierId, error }));
  await sql`update messages.part set state = said.state, carrier_id = said.carrier_id, error = said.error,
      ended_at = case when said.state in ('refused', 'delivered') then ${at}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as said (number integer, state text, carrier_id text, error text)
    where message_id = ${messageId} and part.number = said.number and part.state in ('submitting', 'unknown')`.execute(
    tx,
  );
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

/** How far each part of a message is. */
export async function partStates(db: Executor, messageId: string): Promise<PartState[]> {
  const { rows } = await sql<{ state: PartState }>`
    select state from messages.part where message_id = ${messageId}`.execute(db);
  return rows.map(({ state }) => state);
}

/** Messages with parts that somebody went to submit before an instant, and said no more: nobody knows whether the carrier has them. At most 100. */
export async function messagesLeftBehind(db: Executor, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct message_id as id from messages.part
    where state = 'submitting' and submitted_at < ${before} limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** Unknown messages for which a receipt lies there that nobody knew when it came. At most 100. */
export async function unknownWithReceipts(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct message.id from messages.early_receipt early
    join messages.message on message.peer = early.peer and message.number = early.number
    where message.state = 'unknown' and message.settled_at is null and early.came_at >= message.created_at
    limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** Parts on their way become unknown. */
export async function markUnknown(tx: Transaction, messageId: string): Promise<void> {
  await sql`update messages.part set state = 'unknown'
    where message_id = ${messageId} and state = 'submitting'`.execute(tx);
}

/** Messages that have waited for a carrier since before an instant, and that nobody is sending now. At most 100. */
export async function queuedSince(db: Executor, { before, now }: { before: Date; now: Date }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from messages.message
    where state = 'queued' and created_at < ${before} and (claimed_until is null or claimed_until < ${now})
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

type ReceiptKey = Pick<MessageReceipt, 'bind' | 'carrierMessageId'>;

/** Whoever speaks of a carrier's message id waits for whoever does so already: a receipt may come with its response. */
export async function lockCarrierId(tx: Transaction, { bind, carrierMessageId }: ReceiptKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`message ${bind} ${carrierMessageId}`}, 0))`.execute(tx);
}

/** The message of a carrier's id, newest first: some carriers use their ids again. */
export async function messageOfCarrierId(db: Executor, { bind, carrierMessageId }: ReceiptKey): Promise<string | null> {
  const { rows } = await sql<{ message_id: string }>`select message_id from messages.part
    where bind = ${bind} and carrier_id = ${carrierMessageId} order by submitted_at desc limit 1`.execute(db);
  return rows[0]?.message_id ?? null;
}

/** What a receipt says of parts that the carrier has; the first last word counts. Gives the parts that changed. */
export async function saveReceipt(
  tx: Transaction,
  receipt: ReceiptKey & { messageId: string; state: PartState; error: string | null; at: Date },
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    update messages.part set state = ${receipt.state}, error = ${receipt.error}, ended_at = ${receipt.at}
    where message_id = ${receipt.messageId} and bind = ${receipt.bind} and carrier_id = ${receipt.carrierMessageId}
      and state = 'accepted' returning number`.execute(tx);
  return rows.map(({ number }) => number);
}

/** Keeps a receipt of something that the carrier has not yet said it took. */
export async function keepEarlyReceipt(tx: Transaction, receipt: MessageReceipt & { at: Date }): Promise<void> {
  await sql`insert into messages.early_receipt (bind, carrier_id, peer, number, state, error, came_at)
    values (${receipt.bind}, ${receipt.carrierMessageId}, ${receipt.peer}, ${receipt.number}, ${receipt.state}, ${receipt.error}, ${receipt.at})
    on conflict (bind, carrier_id) do update set state = excluded.state, error = excluded.error
      where early_receipt.state in ('enroute', 'accepted')`.execute(tx);
}

/** Takes the receipt that came before the response, if one did. */
export async function takeEarlyReceipt(
  tx: Transaction,
  { bind, carrierMessageId }: ReceiptKey,
): Promise<{ state: MessageReceipt['state']; error: string | null } | null> {
  const { rows } = await sql<{ state: MessageReceipt['state']; error: string | null }>`
    delete from messages.early_receipt where bind = ${bind} and carrier_id = ${carrierMessageId}
    returning state, error`.execute(tx);
  return rows[0] ?? null;
}

/** Who wrote to whom, by which bind. */
type Between = Pick<MessageReceipt, 'bind' | 'peer' | 'number'>;

/** Early receipts of what one number wrote to a person since an instant, oldest first. */
export async function earlyReceiptsTo(
  db: Executor,
  { bind, peer, number, since }: Between & { since: Date },
): Promise<string[]> {
  const { rows } = await sql<{ carrier_id: string }>`select carrier_id from messages.early_receipt
    where bind = ${bind} and peer = ${peer} and number = ${number}
      and came_at >= ${since} order by came_at, carrier_id limit 20`.execute(db);
  return rows.map((row) => row.carrier_id);
}

/**
 * The oldest message of a number to a person of which a part is unknown, so that a receipt of an id that nobody knows is its. Null while
 * a response to somebody else's is still awaited: the receipt may be theirs.
 */
export async function unknownTo(db: Executor, { bind, peer, number }: Between): Promise<string | null> {
  const { rows } = await sql<{ message_id: string; is_awaited: boolean }>`
    select part.message_id, part.state = 'submitting' as is_awaited
    from messages.part join messages.message on message.id = part.message_id
    where part.bind = ${bind} and part.state in ('submitting', 'unknown') and message.peer = ${peer} and message.number = ${number}
      and message.settled_at is null
    order by is_awaited desc, part.message_id limit 1`.execute(db);
  const [row] = rows;
  return row === undefined || row.is_awaited ? null : row.message_id;
}

/** The binds that may have parts of a message. */
export async function bindsOfUnknown(db: Executor, messageId: string): Promise<string[]> {
  const { rows } = await sql<{ bind: string }>`select distinct bind from messages.part
    where message_id = ${messageId} and state = 'unknown' and bind is not null order by bind`.execute(db);
  return rows.map(({ bind }) => bind);
}

/** Gives a carrier's id to the first unknown part of a message, or to all that went there as one: the carrier has it after all. */
export async function adoptUnknown(
  tx: Transaction,
  { messageId, bind, carrierMessageId, isWhole }: ReceiptKey & { messageId: string; isWhole: boolean },
): Promise<void> {
  const unknown = sql`message_id = ${messageId} and bind = ${bind} and state = 'unknown'`;
  await sql`update messages.part set state = 'accepted', carrier_id = ${carrierMessageId}
    where ${unknown} and (${isWhole} or number = (select min(number) from messages.part where ${unknown}))`.execute(tx);
}

/** Forgets receipts of nobody. */
export async function forgetEarlyReceipts(db: Executor, before: Date): Promise<void> {
  await sql`delete from messages.early_receipt where came_at < ${before}`.execute(db);
}
