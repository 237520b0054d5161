// What carriers tell of parts that they have taken. Locks: as in parts-store.ts.
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { forgetSome } from '../../../platform/forgetting/forget-all.ts';
import { storedJson } from '../../../platform/stored-json.ts';
import { ERASED_NUMBER } from '../inbox/erasures-store.ts';
import type { DeliveryReceipt } from '../record/carrier.ts';
import type { PartState } from './parts-store.ts';

export type ReceiptKey = Pick<DeliveryReceipt, 'bind' | 'carrierMessageId'>;

const binds = (keys: readonly ReceiptKey[]) => keys.map(({ bind }) => bind);
const carrierIds = (keys: readonly ReceiptKey[]) => keys.map(({ carrierMessageId }) => carrierMessageId);

/** Whoever speaks of a carrier's message ids waits for whoever does so already: a receipt may come with its response. */
export async function lockCarrierIds(tx: Transaction, keys: readonly ReceiptKey[]): Promise<void> {
  const names = keys.map(({ bind, carrierMessageId }) => `message ${bind} ${carrierMessageId}`);
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key) ordered`.execute(
    tx,
  );
}

/** A receipt's id, and to whom its message was sent. */
export type ReceiptAddress = ReceiptKey & Pick<DeliveryReceipt, 'peer'>;

/**
 * The message that each of these receipts is of by its id, in their order, the newest of it: some carriers use their ids again. Null: of none, as
 * where all was said of that one, and the receipt is about somebody else. Who an erased message was to is not known.
 */
export async function messagesOfCarrierIds(
  db: Executor,
  receipts: readonly ReceiptAddress[],
): Promise<(string | null)[]> {
  const peers = receipts.map(({ peer }) => peer);
  const { rows } = await sql<{ message_id: string | null }>`
    select (
      select message_id from (
        select message_id, state from messages.part where part.bind = asked.bind and part.carrier_id = asked.carrier_id
        order by submitted_at desc limit 1) newest
      where state = 'accepted' or exists (
        select from messages.message where id = newest.message_id and peer in (asked.peer, ${ERASED_NUMBER})))
    from unnest(${binds(receipts)}::text[], ${carrierIds(receipts)}::text[], ${peers}::text[])
      with ordinality as asked (bind, carrier_id, peer, place)
    order by place`.execute(db);
  return rows.map((row) => row.message_id);
}

/** A carrier's last word about the parts of a message that have its id. */
export type LastWord = ReceiptKey & { messageId: string; state: PartState; error: string | null };

/** What receipts say of parts that carriers have, one of each id; the first last word counts. Gives the parts that changed. */
export async function saveReceipts(
  tx: Transaction,
  { words, at }: { words: readonly LastWord[]; at: Date },
): Promise<{ messageId: string; number: number; state: PartState }[]> {
  const rows = words.map(({ messageId, bind, carrierMessageId, state, error }) => ({
    message_id: messageId,
    bind,
    carrier_id: carrierMessageId,
    state,
    error,
  }));
  const saved = await sql<{ messageId: string; number: number; state: PartState }>`
    update messages.part set state = said.state, error = said.error, ended_at = ${at}
    from (
      select lies_at, said.state, said.error from jsonb_to_recordset(${storedJson(rows)}::jsonb)
        as said (message_id uuid, bind text, carrier_id text, state text, error text)
      cross join lateral (
        select ctid as lies_at from messages.part
        where part.message_id = said.message_id and part.bind = said.bind and part.carrier_id = said.carrier_id
          and part.state = 'accepted' offset 0) found) said
    where part.ctid = said.lies_at
    returning part.message_id as "messageId", part.number, part.state`.execute(tx);
  return saved.rows;
}

/** A response comes within minutes: a receipt that lies there for longer is of another message than the next one of that id. */
const EARLY_FOR_MS = 60 * 60_000;

/** Keeps receipts of what the carrier has not yet said it took, one of each id: the first last word, and no older one. */
export async function keepEarlyReceipts(
  tx: Transaction,
  { receipts, at }: { receipts: readonly DeliveryReceipt[]; at: Date },
): Promise<void> {
  if (receipts.length === 0) return;
  const staleBefore = new Date(at.getTime() - EARLY_FOR_MS);
  const rows = receipts.map(({ carrierMessageId, beginning, ...said }) => ({
    ...said,
    carrier_id: carrierMessageId,
    beginning: beginning?.replaceAll('\0', '').toWellFormed(),
  }));
  await sql`insert into messages.early_receipt (bind, carrier_id, peer, number, state, error, beginning, came_at)
    select bind, carrier_id, peer, number, state, error, beginning, ${at} from jsonb_to_recordset(${storedJson(rows)}::jsonb)
      as said (bind text, carrier_id text, peer text, number text, state text, error text, beginning text)
    on conflict (bind, carrier_id) do update set peer = excluded.peer, number = excluded.number, state = excluded.state,
        error = excluded.error, beginning = excluded.beginning, came_at = excluded.came_at
      where early_receipt.state in ('enroute', 'accepted', 'unknown') or early_receipt.came_at < ${staleBefore}`.execute(
    tx,
  );
}

/** Takes the receipts that came before their responses, as far as some did; those from before `since` are forgotten: they were of others. */
export async function takeEarlyReceipts(
  tx: Transaction,
  keys: readonly (ReceiptKey & { since: Date })[],
): Promise<(ReceiptKey & Pick<DeliveryReceipt, 'state' | 'error'>)[]> {
  if (keys.length === 0) return [];
  const since = keys.map((key) => key.since);
  const { rows } = await sql<ReceiptKey & Pick<DeliveryReceipt, 'state' | 'error'>>`
    with gone as (
      delete from messages.early_receipt early
      using unnest(${binds(keys)}::text[], ${carrierIds(keys)}::text[], ${since}::timestamptz[]) as taken (bind, carrier_id, since)
      where early.bind = taken.bind and early.carrier_id = taken.carrier_id
      returning early.bind, early.carrier_id, early.state, early.error, came_at >= taken.since as is_taken)
    select bind, carrier_id as "carrierMessageId", state, error from gone where is_taken`.execute(tx);
  return rows;
}

/** Early receipts of what was written to a person since an instant, by whichever sender the carrier named, oldest first. */
export async function earlyReceiptsTo(
  db: Executor,
  { bind, peer, since }: Pick<DeliveryReceipt, 'bind' | 'peer'> & { since: Date },
): Promise<Omit<DeliveryReceipt, 'segments'>[]> {
  const { rows } = await sql<Omit<DeliveryReceipt, 'segments'>>`
    select bind, carrier_id as "carrierMessageId", peer, number, state, error, beginning from messages.early_receipt
    where bind = ${bind} and peer = ${peer} and came_at >= ${since} order by came_at, carrier_id limit 20`.execute(db);
  return rows;
}

/** A message of which nobody knows yet whether the carrier has all of it. `isAwaited`: some response is still awaited. */
export type UnansweredMessage = { id: string; number: string; text: string; isAwaited: boolean };

/** Those to a person, the oldest first; at most 100. */
export async function unansweredTo(
  db: Executor,
  { bind, peer }: Pick<DeliveryReceipt, 'bind' | 'peer'>,
): Promise<UnansweredMessage[]> {
  const { rows } = await sql<UnansweredMessage>`
    select message.id, message.number, message.body as text, under_way.is_awaited as "isAwaited"
    from (
      select message_id, bool_or(state = 'submitting') as is_awaited from messages.part
      where bind = ${bind} and state in ('submitting', 'unknown') group by message_id) under_way
    join messages.message on message.id = under_way.message_id
    where message.peer = ${peer} and message.settled_at is null
    order by message.id limit 100`.execute(db);
  return rows;
}

/** Those of these receipts that may be of a part of which nobody knows whether the carrier has it. */
export async function toSomebodyUnknown(
  db: Executor,
  receipts: readonly DeliveryReceipt[],
): Promise<ReadonlySet<DeliveryReceipt>> {
  if (receipts.length === 0) return new Set();
  const peers = receipts.map(({ peer }) => peer);
  const { rows } = await sql<{ place: number }>`
    select said.place::integer as place
    from unnest(${binds(receipts)}::text[], ${peers}::text[]) with ordinality as said (bind, peer, place)
    where exists (
      select from messages.part join messages.message on message.id = part.message_id
      where part.bind = said.bind and part.state = 'unknown'
        and message.peer = said.peer and message.settled_at is null)`.execute(db);
  return new Set(rows.flatMap(({ place }) => receipts[place - 1] ?? []));
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

/**
 * Deletes receipts of nobody that name a number of an account and somebody whom it wrote to, before its messages lose their numbers; but those
 * that a message is waiting for which is not settled. Names are not numbers: others may write under them too. What is left quotes nothing.
 */
export async function eraseEarlyReceipts(db: Executor, accountId: string): Promise<void> {
  const between = sql`account_id = ${accountId} and direction = 'outbound' and message.peer = early.peer and message.number = early.number`;
  await sql`delete from messages.early_receipt early
    where number like '+%' and exists (select from messages.message where ${between})
      and not exists (select from messages.message where ${between} and settled_at is null)`.execute(db);
  await sql`update messages.early_receipt early set beginning = null where beginning is not null
    and exists (select from messages.message where account_id = ${accountId} and peer = early.peer)`.execute(db);
}

/** Forgets receipts of nobody, some at a time; gives how many. */
export async function forgetEarlyReceipts(db: Executor, before: Date): Promise<number> {
  return await forgetSome(db, 'messages.early_receipt', sql`came_at < ${before}`);
}
