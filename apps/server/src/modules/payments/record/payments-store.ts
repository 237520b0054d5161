import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { LAST_ID } from '../../../platform/in-turn.ts';
import { disputedOf, type Payment, type Purpose, refundedOf } from './payment.ts';
import type { Dispute, Refund } from './payment-returns.ts';

/** Locks: a payment before its method, the method before the account, the account before the wallet. */

type PaymentRow = {
  id: string;
  account_id: string;
  user_id: string;
  wallet_id: string;
  amount: bigint;
  currency: string;
  provider: string;
  purpose_type: Purpose['type'];
  purpose_id: string | null;
  method_id: string | null;
  provider_id: string | null;
  page_url: string | null;
  state: Payment['state'];
  card_brand: string | null;
  card_last_four: string | null;
  decline: string | null;
  created_at: Date;
  ended_at: Date | null;
  refunds: {
    id: string;
    provider_id: string | null;
    user_id: string | null;
    amount: number;
    state: Refund['state'];
    created_at: string;
    ended_at: string | null;
  }[];
  disputes: {
    id: string;
    provider_id: string;
    amount: number;
    state: Dispute['state'];
    opened_at: string;
    closed_at: string | null;
  }[];
};
const columns = sql.raw(`payment.id, payment.account_id, payment.user_id, payment.wallet_id, payment.amount,
  payment.currency, payment.provider, payment.purpose_type, payment.purpose_id, payment.method_id, payment.provider_id,
  payment.page_url, payment.state, payment.card_brand, payment.card_last_four, payment.decline, payment.created_at,
  payment.ended_at,
  (select coalesce(json_agg(json_build_object('id', refund.id, 'provider_id', refund.provider_id,
      'user_id', refund.user_id, 'amount', refund.amount, 'state', refund.state, 'created_at', refund.created_at,
      'ended_at', refund.ended_at) order by refund.id), '[]')
    from billing.refund where refund.payment_id = payment.id) as refunds,
  (select coalesce(json_agg(json_build_object('id', dispute.id, 'provider_id', dispute.provider_id,
      'amount', dispute.amount, 'state', dispute.state, 'opened_at', dispute.opened_at,
      'closed_at', dispute.closed_at) order by dispute.id), '[]')
    from billing.dispute where dispute.payment_id = payment.id) as disputes`);

/** Writes a payment that begins, or gives the one that this user began with the same request key. */
export async function insertPayment(
  db: Executor,
  begun: { payment: Payment; requestKey: string | null; lookAt: Date },
): Promise<Payment> {
  const { payment } = begun;
  const { rows } = await sql<PaymentRow>`
    insert into billing.payment (id, account_id, user_id, wallet_id, amount, currency, provider, purpose_type,
      purpose_id, method_id, state, request_key, created_at, look_at)
    values (${payment.id}, ${payment.accountId}, ${payment.userId}, ${payment.walletId}, ${payment.amountMicros},
      ${payment.currency}, ${payment.provider}, ${payment.purpose.type}, ${payment.purpose.id}, ${payment.methodId},
      'starting', ${begun.requestKey}, ${payment.createdAt}, ${begun.lookAt})
    on conflict (user_id, request_key) do nothing
    returning ${columns}`.execute(db);
  if (rows[0] !== undefined) return toPayment(rows[0]);
  const earlier = await sql<PaymentRow>`select ${columns} from billing.payment
    where user_id = ${payment.userId} and request_key = ${begun.requestKey}`.execute(db);
  if (earlier.rows[0] === undefined) throw new Error(`payment ${payment.id} was neither written nor there`);
  return toPayment(earlier.rows[0]);
}

/** The payment of this account, or null. */
export async function findPayment(db: Executor, wanted: { id: string; accountId: string }): Promise<Payment | null> {
  const { rows } = await sql<PaymentRow>`select ${columns} from billing.payment
    where id = ${wanted.id} and account_id = ${wanted.accountId}`.execute(db);
  return rows[0] === undefined ? null : toPayment(rows[0]);
}

/** Payments of an account before one of them, newest first. */
export async function paymentsBefore(
  db: Executor,
  wanted: { accountId: string; before: string | null; most: number },
): Promise<Payment[]> {
  const { rows } = await sql<PaymentRow>`select ${columns} from billing.payment
    where account_id = ${wanted.accountId} and id < ${wanted.before ?? LAST_ID}::uuid
    order by id desc limit ${wanted.most}`.execute(db);
  return rows.map(toPayment);
}

/** These payments of an account, as far as they are its own. */
export async function paymentsOf(db: Executor, wanted: { accountId: string; ids: string[] }): Promise<Payment[]> {
  const { rows } = await sql<PaymentRow>`select ${columns} from billing.payment
    where account_id = ${wanted.accountId} and id = any (${wanted.ids}::uuid[]) order by id`.execute(db);
  return rows.map(toPayment);
}

/** These payments of an account, as far as they are its own, locked until the end of the transaction. */
export async function lockPayments(tx: Transaction, wanted: { accountId: string; ids: string[] }): Promise<Payment[]> {
  await sql`select from billing.payment
    where account_id = ${wanted.accountId} and id = any (${wanted.ids}::uuid[]) order by id for update`.execute(tx);
  // Locked first: what belongs to them is read as it is then.
  return await paymentsOf(tx, wanted);
}

/** Locks a payment of a provider until the end of the transaction, or null. */
export async function lockPayment(tx: Transaction, wanted: { id: string; provider: string }): Promise<Payment | null> {
  // Locked first: what belongs to it is read as it is then.
  await sql`select from billing.payment where id = ${wanted.id} for update`.execute(tx);
  const { rows } = await sql<PaymentRow>`select ${columns} from billing.payment
    where id = ${wanted.id} and provider = ${wanted.provider}`.execute(tx);
  return rows[0] === undefined ? null : toPayment(rows[0]);
}

/** Whether some of an account's payments has come and was neither given back whole nor taken back by a bank. */
export async function hasStandingPayment(db: Executor, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from billing.payment
    where account_id = ${accountId} and state = 'succeeded' and amount > refunded + disputed limit 1`.execute(db);
  return rows.length > 0;
}

/** Writes how far a payment has come, and what was given back and taken back of it. */
export async function savePayment(tx: Transaction, before: Payment, payment: Payment): Promise<void> {
  const { id, accountId, state, card, decline } = payment;
  const providerId = 'providerId' in payment ? payment.providerId : null;
  const pageUrl = 'pageUrl' in payment ? payment.pageUrl : null;
  const endedAt = 'endedAt' in payment ? payment.endedAt : null;
  await sql`update billing.payment set state = ${state}, provider_id = ${providerId}, page_url = ${pageUrl},
      card_brand = ${card?.brand ?? null}, card_last_four = ${card?.lastFour ?? null}, decline = ${decline},
      refunded = ${refundedOf(payment)}, disputed = ${disputedOf(payment)}, ended_at = ${endedAt}
    where id = ${id}`.execute(tx);
  for (const refund of payment.refunds) {
    if (!before.refunds.includes(refund)) await saveRefund(tx, { paymentId: id, accountId, refund });
  }
  for (const dispute of payment.disputes) {
    if (!before.disputes.includes(dispute)) await saveDispute(tx, { paymentId: id, accountId, dispute });
  }
}

async function saveRefund(
  tx: Transaction,
  of: { paymentId: string; accountId: string; refund: Refund },
): Promise<void> {
  const { id, providerId, userId, amountMicros, state, createdAt, endedAt } = of.refund;
  await sql`
    insert into billing.refund (id, payment_id, account_id, user_id, amount, provider_id, state, created_at, ended_at,
      look_at)
    values (${id}, ${of.paymentId}, ${of.accountId}, ${userId}, ${amountMicros}, ${providerId}, ${state}, ${createdAt},
      ${endedAt}, ${createdAt})
    on conflict (id) do update
      set provider_id = excluded.provider_id, state = excluded.state, ended_at = excluded.ended_at`.execute(tx);
}

async function saveDispute(
  tx: Transaction,
  of: { paymentId: string; accountId: string; dispute: Dispute },
): Promise<void> {
  const { id, providerId, amountMicros, state, openedAt, closedAt } = of.dispute;
  await sql`
    insert into billing.dispute (id, payment_id, account_id, provider_id, amount, state, opened_at, closed_at)
    values (${id}, ${of.paymentId}, ${of.accountId}, ${providerId}, ${amountMicros}, ${state}, ${openedAt}, ${closedAt})
    on conflict (id) do update set state = excluded.state, closed_at = excluded.closed_at`.execute(tx);
}

/** Notes that a provider told this. False when it was noted before. */
export async function noteProviderEvent(
  tx: Transaction,
  event: { provider: string; eventId: string; type: string; paymentId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into billing.provider_event (provider, event_id, type, payment_id, received_at)
    values (${event.provider}, ${event.eventId}, ${event.type}, ${event.paymentId}, ${event.at})
    on conflict do nothing returning event_id`.execute(tx);
  return rows.length > 0;
}

/**
 * Takes the payment without end that has been due longest to be asked for; null when none is due. It comes again after half
 * of its age, five seconds at least and ten minutes at most, behind all that are due until then. One that lies further ahead was put off
 * while another provider was used, and is due at once.
 */
export async function takeSilentPayment(db: Executor, take: { provider: string; now: Date }): Promise<Payment | null> {
  const { rows } = await sql<PaymentRow>`
    with due as (
      select id from billing.payment
      where ended_at is null and provider = ${take.provider}
        and (look_at <= ${take.now} or look_at > ${take.now}::timestamptz + interval '20 minutes')
      order by look_at, id limit 1 for update skip locked
    )
    update billing.payment set look_at = ${take.now}::timestamptz
      + greatest(interval '5 seconds', least(interval '10 minutes', (${take.now}::timestamptz - created_at) / 2))
    from due where payment.id = due.id
    returning ${columns}`.execute(db);
  return rows[0] === undefined ? null : toPayment(rows[0]);
}

/** A payment of another provider that was begun before then and has no end; looked at again in a day. */
export async function takePaymentOfOthers(db: Executor, take: { provider: string; now: Date; before: Date }) {
  const { rows } = await sql<PaymentRow>`
    update billing.payment set look_at = ${take.now}::timestamptz + interval '1 day'
    where id = (select id from billing.payment
      where ended_at is null and look_at <= ${take.now} and provider <> ${take.provider}
        and created_at <= ${take.before} order by look_at, id limit 1 for update skip locked)
    returning ${columns}`.execute(db);
  return rows[0] === undefined ? null : toPayment(rows[0]);
}

/** What a provider calls an account; null: it was never asked. */
export async function findCustomer(
  db: Executor,
  wanted: { accountId: string; provider: string },
): Promise<string | null> {
  const { rows } = await sql<{ customer: string }>`select customer from billing.customer
    where account_id = ${wanted.accountId} and provider = ${wanted.provider}`.execute(db);
  return rows[0]?.customer ?? null;
}

/** Keeps what a provider calls an account; the first name stays. */
export async function insertCustomer(
  db: Executor,
  named: { accountId: string; provider: string; customer: string },
): Promise<void> {
  await sql`insert into billing.customer (account_id, provider, customer)
    values (${named.accountId}, ${named.provider}, ${named.customer}) on conflict do nothing`.execute(db);
}

/** Keeps a new name of an account for one that its provider does not know any more; a newer one stays. */
export async function replaceCustomer(
  db: Executor,
  named: { accountId: string; provider: string; unknown: string; customer: string },
): Promise<void> {
  await sql`update billing.customer set customer = ${named.customer}
    where account_id = ${named.accountId} and provider = ${named.provider}
      and customer = ${named.unknown}`.execute(db);
}

function toPayment(row: PaymentRow): Payment {
  const facts = {
    id: row.id,
    accountId: row.account_id,
    userId: row.user_id,
    walletId: row.wallet_id,
    amountMicros: micros(row.amount),
    currency: row.currency,
    provider: row.provider,
    purpose: toPurpose(row),
    methodId: row.method_id,
    card:
      row.card_brand === null || row.card_last_four === null
        ? null
        : { brand: row.card_brand, lastFour: row.card_last_four },
    decline: row.decline,
    refunds: row.refunds.map((refund) => ({
      id: refund.id,
      providerId: refund.provider_id,
      userId: refund.user_id,
      amountMicros: wholeMicros(refund.amount),
      state: refund.state,
      createdAt: new Date(refund.created_at),
      endedAt: refund.ended_at === null ? null : new Date(refund.ended_at),
    })),
    disputes: row.disputes.map((dispute) => ({
      id: dispute.id,
      providerId: dispute.provider_id,
      amountMicros: wholeMicros(dispute.amount),
      state: dispute.state,
      openedAt: new Date(dispute.opened_at),
      closedAt: dispute.closed_at === null ? null : new Date(dispute.closed_at),
    })),
    createdAt: row.created_at,
  };
  const { state, provider_id: providerId, ended_at: endedAt } = row;
  if (state === 'starting') return { ...facts, state };
  if (state === 'cancelled' && endedAt !== null) return { ...facts, state, providerId, endedAt };
  if (providerId !== null) {
    if (state === 'waiting') return { ...facts, state, providerId, pageUrl: row.page_url ?? '' };
    if (state === 'processing') return { ...facts, state, providerId };
    if (endedAt !== null && state !== 'cancelled') return { ...facts, state, providerId, endedAt };
  }
  throw new Error(`payment ${row.id} is ${state} without what belongs to it`);
}

function toPurpose(row: PaymentRow): Purpose {
  if (row.purpose_type !== 'plan') return { type: row.purpose_type, id: null };
  if (row.purpose_id === null) throw new Error(`payment ${row.id} is for no plan`);
  return { type: 'plan', id: row.purpose_id };
}

/** JSON has it as a number; an amount of a payment is far below where those become inexact. */
function wholeMicros(amount: number): Micros {
  return micros(BigInt(amount));
}
