// The statements about orders of numbers at a provider. Locks: the account, its rental, the offer, then the order.
import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { type ListPosition, NIL } from '../../../platform/in-turn.ts';
import type { Offer } from './offer.ts';
import type { OrderReason, OrderState, ProviderOrder } from './provider-order.ts';

type OrderRow = {
  id: string;
  provider: string;
  e164: string;
  account_id: string;
  user_id: string;
  country: string;
  kind: Offer['kind'];
  monthly: bigint;
  setup: bigint;
  per_minute: bigint;
  currency: string;
  has_voice: boolean;
  has_sms: boolean;
  hold_id: string | null;
  state: OrderState;
  reason: OrderReason | null;
  provider_order_id: string | null;
  provider_number_id: string | null;
  rental_id: string | null;
  begun_at: Date;
  submitted_at: Date | null;
  settled_at: Date | null;
  releasing_at: Date | null;
  released_at: Date | null;
  tries: number;
};

const toOrder = (row: OrderRow): ProviderOrder => ({
  id: row.id,
  accountId: row.account_id,
  userId: row.user_id,
  holdId: row.hold_id,
  state: row.state,
  reason: row.reason,
  providerOrderId: row.provider_order_id,
  providerNumberId: row.provider_number_id,
  rentalId: row.rental_id,
  begunAt: row.begun_at,
  submittedAt: row.submitted_at,
  settledAt: row.settled_at,
  releasingAt: row.releasing_at,
  releasedAt: row.released_at,
  tries: row.tries,
  offer: {
    e164: row.e164,
    country: row.country,
    kind: row.kind,
    carrier: row.provider,
    currency: row.currency,
    monthlyMicros: micros(row.monthly),
    setupMicros: micros(row.setup),
    perMinuteMicros: micros(row.per_minute),
    hasVoice: row.has_voice,
    hasSms: row.has_sms,
    documents: null,
  },
});

/** Nobody else may order, rent or be offered the number. */
export const isOpenSql = sql`state not in ('refused', 'released')`;

/** Begins an order; false: somebody's order of this number is open. */
export async function insertOrder(tx: Transaction, order: ProviderOrder, dueAt: Date): Promise<boolean> {
  const { offer } = order;
  const { rows } = await sql`
    insert into numbers.provider_order (id, provider, e164, account_id, user_id, country, kind, monthly, setup, per_minute,
      currency, has_voice, has_sms, state, begun_at, due_at)
    values (${order.id}, ${offer.carrier}, ${offer.e164}, ${order.accountId}, ${order.userId}, ${offer.country}, ${offer.kind},
      ${offer.monthlyMicros}, ${offer.setupMicros}, ${offer.perMinuteMicros}, ${offer.currency}, ${offer.hasVoice},
      ${offer.hasSms}, ${order.state}, ${order.begunAt}, ${dueAt})
    on conflict (e164) where ${isOpenSql} do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/** Notes which hold keeps the money of an order. */
export async function saveHold(tx: Transaction, order: { id: string; holdId: string }): Promise<void> {
  await sql`update numbers.provider_order set hold_id = ${order.holdId} where id = ${order.id}`.execute(tx);
}

/** Writes what a rental of an ordered number stands on; false: the number is in the catalogue, or rests for somebody else. */
export async function saveOrderedOffer(
  tx: Transaction,
  { offer, accountId, at }: { offer: Offer; accountId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into numbers.offer (e164, country, kind, carrier, monthly, setup, per_minute, currency, has_voice, has_sms, is_offered,
      loaded_at)
    values (${offer.e164}, ${offer.country}, ${offer.kind}, ${offer.carrier}, ${offer.monthlyMicros}, ${offer.setupMicros},
      ${offer.perMinuteMicros}, ${offer.currency}, ${offer.hasVoice}, ${offer.hasSms}, false, ${at})
    on conflict (e164) do update set country = excluded.country, kind = excluded.kind, carrier = excluded.carrier,
      monthly = excluded.monthly, setup = excluded.setup, per_minute = excluded.per_minute, currency = excluded.currency,
      has_voice = excluded.has_voice, has_sms = excluded.has_sms, documents = null, loaded_at = excluded.loaded_at
    where not offer.is_offered
      and (offer.rests_until is null or offer.rests_until <= ${at} or offer.last_account_id = ${accountId})
    returning e164`.execute(tx);
  return rows.length > 0;
}

/** The order of a number that is open; null: there is none. */
export async function openOrderOf(db: Executor, e164: string): Promise<ProviderOrder | null> {
  const { rows } = await sql<OrderRow>`
    select * from numbers.provider_order where e164 = ${e164} and ${isOpenSql}`.execute(db);
  return rows[0] === undefined ? null : toOrder(rows[0]);
}

/** How many orders an account has begun since then, how many wait, and whether a number of it is unpaid. */
export async function orderFacts(
  db: Executor,
  wanted: { accountId: string; since: Date },
): Promise<{ begun: number; waiting: number; hasUnpaid: boolean }> {
  const { rows } = await sql<{ begun: number; waiting: number; has_unpaid: boolean }>`
    select count(*) filter (where begun_at > ${wanted.since})::int as begun,
      count(*) filter (where state in ('begun', 'submitted', 'pending'))::int as waiting,
      exists (select from numbers.rental where account_id = ${wanted.accountId} and ended_at is null
        and unpaid_since is not null) as has_unpaid
    from numbers.provider_order where account_id = ${wanted.accountId}`.execute(db);
  const [row] = rows;
  return { begun: row?.begun ?? 0, waiting: row?.waiting ?? 0, hasUnpaid: row?.has_unpaid ?? false };
}

/** Those of some numbers that an account cannot order now: rented, on order, in the catalogue, or resting. */
export async function notToBeHad(
  db: Executor,
  wanted: { numbers: string[]; accountId: string; at: Date },
): Promise<Set<string>> {
  const { rows } = await sql<{ e164: string }>`
    select wanted.e164 from unnest(${wanted.numbers}::text[]) wanted (e164)
    where exists (select from numbers.number where number.e164 = wanted.e164)
      or exists (select from numbers.provider_order where provider_order.e164 = wanted.e164 and ${isOpenSql})
      or exists (select from numbers.offer where offer.e164 = wanted.e164 and (is_offered
        or (rests_until > ${wanted.at} and last_account_id <> ${wanted.accountId})))`.execute(db);
  return new Set(rows.map((row) => row.e164));
}

/** The orders that have to be looked at now, the longest overdue first, behind a place. */
export async function dueOrders(
  db: Executor,
  wanted: { now: Date; after: ListPosition | null; most: number },
): Promise<(ListPosition & { tries: number })[]> {
  const { now, after, most } = wanted;
  const { rows } = await sql<ListPosition & { tries: number }>`
    select due_at::text as at, id, tries from numbers.provider_order
    where due_at <= ${now} and (due_at, id) > (${after?.at ?? '-infinity'}::timestamptz, ${after?.id ?? NIL}::uuid)
    order by due_at, id limit ${most}`.execute(db);
  return rows;
}

/** Has an order for oneself until then; null: somebody was faster. */
export async function claimOrder(
  db: Executor,
  claim: { id: string; tries: number; until: Date },
): Promise<ProviderOrder | null> {
  const { rows } = await sql<OrderRow>`
    update numbers.provider_order set tries = tries + 1, due_at = ${claim.until}
    where id = ${claim.id} and tries = ${claim.tries} and due_at is not null returning *`.execute(db);
  return rows[0] === undefined ? null : toOrder(rows[0]);
}

/** Notes, before it is sent, that an order may reach the provider; false: it may have been sent. */
export async function markSubmitted(
  db: Executor,
  { id, tries, at }: { id: string; tries: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update numbers.provider_order set state = 'submitted', submitted_at = ${at}
    where id = ${id} and tries = ${tries} and state = 'begun' returning id`.execute(db);
  return rows.length > 0;
}

/** An order, locked until the end of the transaction. */
export async function lockOrder(tx: Transaction, id: string): Promise<ProviderOrder> {
  const { rows } = await sql<OrderRow>`select * from numbers.provider_order where id = ${id} for update`.execute(tx);
  if (rows[0] === undefined) throw new Error(`there is no order ${id}`);
  return toOrder(rows[0]);
}

/** Writes what an order has become, and when to look at it next; null: never again. */
export async function saveOrder(db: Executor, order: ProviderOrder, dueAt: Date | null): Promise<void> {
  await sql`update numbers.provider_order set state = ${order.state}, reason = ${order.reason},
    provider_order_id = ${order.providerOrderId}, provider_number_id = ${order.providerNumberId},
    rental_id = ${order.rentalId}, submitted_at = ${order.submittedAt}, settled_at = ${order.settledAt},
    releasing_at = ${order.releasingAt}, released_at = ${order.releasedAt}, due_at = ${dueAt} where id = ${order.id}`.execute(
    db,
  );
}

/** Notes what the provider calls a number that is ours there. */
export async function saveName(db: Executor, { id, name }: { id: string; name: string }): Promise<void> {
  await sql`update numbers.provider_order
    set provider_number_id = ${name}, due_at = case when state = 'active' then null else due_at end
    where id = ${id} and state in ('active', 'releasing')`.execute(db);
}

/** What the provider calls, or once called, a number that other orders have had. */
export async function otherNamesOf(db: Executor, { id, offer }: ProviderOrder): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select provider_number_id as name from numbers.provider_order
    where e164 = ${offer.e164} and id <> ${id} and provider_number_id is not null`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Has an order looked at now that waits for its provider. */
export async function lookNow(db: Executor, { id, now }: { id: string; now: Date }): Promise<void> {
  await sql`update numbers.provider_order set due_at = ${now}
    where id = ${id} and due_at > ${now} and state in ('submitted', 'pending', 'lost')`.execute(db);
}

/** Sends the number of a rental that ends on its way back; false: it came from no provider. */
export async function sendBack(tx: Transaction, { rentalId, at }: { rentalId: string; at: Date }): Promise<boolean> {
  const { rows } = await sql`update numbers.provider_order set state = 'releasing', releasing_at = ${at}, due_at = ${at}
    where rental_id = ${rentalId} and state = 'active' returning id`.execute(tx);
  return rows.length > 0;
}

const waitsSql = sql`state in ('begun', 'submitted', 'pending')`;
/** What came of it later, if anything did, went back to the provider. */
const failedSql = sql`not ${waitsSql} and rental_id is null`;

/** What an account is shown of its orders, the latest of each number: those that wait, and those that failed since then. */
export async function ordersShown(db: Executor, wanted: { accountId: string; since: Date }): Promise<ProviderOrder[]> {
  const { rows } = await sql<OrderRow>`
    select * from (select distinct on (e164) * from numbers.provider_order
      where account_id = ${wanted.accountId} order by e164, begun_at desc, id desc) latest
    where ${waitsSql} or (${failedSql} and reason <> 'account_closed' and settled_at > ${wanted.since})
    order by begun_at desc, id limit 50`.execute(db);
  return rows.map(toOrder);
}

/** The orders of an account that wait or failed, the oldest first, behind one of them. */
export async function ordersAfter(
  db: Executor,
  wanted: { accountId: string; after: string | null; most: number },
): Promise<ProviderOrder[]> {
  const { rows } = await sql<OrderRow>`
    select * from numbers.provider_order
    where account_id = ${wanted.accountId} and (${waitsSql} or ${failedSql}) and id > ${wanted.after ?? NIL}
    order by id limit ${wanted.most}`.execute(db);
  return rows.map(toOrder);
}

/** What is under way at providers: of each state how many, and since when the oldest. */
export type OpenOrders = { provider: string; state: OrderState; count: number; oldest: Date };

/** The orders that are neither a rental nor over, summed up; at most 100 lines. */
export async function countOpenOrders(db: Executor): Promise<OpenOrders[]> {
  const { rows } = await sql<OpenOrders>`
    select provider, state, count(*)::int as count, min(begun_at) as oldest from numbers.provider_order
    where ${isOpenSql} and state <> 'active' group by provider, state order by provider, state limit 100`.execute(db);
  return rows;
}
