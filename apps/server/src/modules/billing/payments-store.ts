import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { Payment } from './payment.ts';

/** Locks: a payment before its account, the account before the wallet. */

type PaymentRow = {
  id: string;
  account_id: string;
  user_id: string;
  wallet_id: string;
  amount: bigint;
  currency: string;
  provider: string;
  provider_id: string | null;
  page_url: string | null;
  state: Payment['state'];
  card_brand: string | null;
  card_last_four: string | null;
  decline: string | null;
  refunded: bigint;
  disputed: bigint;
  created_at: Date;
  ended_at: Date | null;
};
const columns = sql.raw(
  'payment.id, payment.account_id, payment.user_id, payment.wallet_id, payment.amount, payment.currency, payment.provider, payment.provider_id, payment.page_url, payment.state, payment.card_brand, payment.card_last_four, payment.decline, payment.refunded, payment.disputed, payment.created_at, payment.ended_at',
);

/** Writes a payment that begins, or gives the one that this user began with the same request key. */
export async function insertPayment(
  db: Executor,
  begun: { payment: Payment; requestKey: string | null; lookAt: Date },
): Promise<Payment> {
  const { payment } = begun;
  const { rows } = await sql<PaymentRow>`
    insert into billing.payment (id, account_id, user_id, wallet_id, amount, currency, provider, state, request_key,
      created_at, look_at)
    values (${payment.id}, ${payment.accountId}, ${payment.userId}, ${payment.walletId}, ${payment.amountMicros},
      ${payment.currency}, ${payment.provider}, 'starting', ${begun.requestKey}, ${payment.createdAt}, ${begun.lookAt})
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

/** Locks a payment of a provider until the end of the transaction, or null. */
export async function lockPayment(tx: Transaction, wanted: { id: string; provider: string }): Promise<Payment | null> {
  const { rows } = await sql<PaymentRow>`select ${columns} from billing.payment
    where id = ${wanted.id} and provider = ${wanted.provider} for update`.execute(tx);
  return rows[0] === undefined ? null : toPayment(rows[0]);
}

/** Writes how far a payment has come. */
export async function savePayment(tx: Transaction, payment: Payment): Promise<void> {
  const { id, state, card, decline, refundedMicros, disputedMicros } = payment;
  const providerId = 'providerId' in payment ? payment.providerId : null;
  const pageUrl = 'pageUrl' in payment ? payment.pageUrl : null;
  const endedAt = 'endedAt' in payment ? payment.endedAt : null;
  await sql`update billing.payment set state = ${state}, provider_id = ${providerId}, page_url = ${pageUrl},
      card_brand = ${card?.brand ?? null}, card_last_four = ${card?.lastFour ?? null}, decline = ${decline},
      refunded = ${refundedMicros}, disputed = ${disputedMicros}, ended_at = ${endedAt}
    where id = ${id}`.execute(tx);
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
 * Takes payments that have no end yet and are due to be asked for, the longest due first. Each comes again after half of
 * its age, five seconds at least and ten minutes at most.
 */
export async function takeSilentPayments(
  db: Executor,
  take: { provider: string; most: number; now: Date },
): Promise<Payment[]> {
  const { rows } = await sql<PaymentRow>`
    with due as (
      select id from billing.payment
      where ended_at is null and look_at <= ${take.now} and provider = ${take.provider}
      order by look_at limit ${take.most} for update skip locked
    )
    update billing.payment set look_at = ${take.now}::timestamptz
      + greatest(interval '5 seconds', least(interval '10 minutes', (${take.now}::timestamptz - created_at) / 2))
    from due where payment.id = due.id
    returning ${columns}`.execute(db);
  return rows.map(toPayment);
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
    card:
      row.card_brand === null || row.card_last_four === null
        ? null
        : { brand: row.card_brand, lastFour: row.card_last_four },
    decline: row.decline,
    refundedMicros: micros(row.refunded),
    disputedMicros: micros(row.disputed),
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
