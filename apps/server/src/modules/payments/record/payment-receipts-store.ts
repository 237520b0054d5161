import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';

/** A payment that came, as its receipt tells it. */
export type ReceivedPayment = {
  id: string;
  accountId: string;
  amountMicros: Micros;
  currency: string;
  provider: string;
  card: { brand: string; lastFour: string } | null;
  paidAt: Date;
};

type ReceivedRow = {
  id: string;
  account_id: string;
  amount: bigint;
  currency: string;
  provider: string;
  card_brand: string | null;
  card_last_four: string | null;
  ended_at: Date;
};

/**
 * Locks the oldest payment that came and has no receipt, and whose receipt is not put off, until the end of the transaction;
 * null when none is free.
 */
export async function lockPaymentWithoutReceipt(tx: Transaction, now: Date): Promise<ReceivedPayment | null> {
  const { rows } = await sql<ReceivedRow>`
    select id, account_id, amount, currency, provider, card_brand, card_last_four, ended_at from billing.payment
    where state = 'succeeded' and not has_receipt and (receipt_put_off_until is null or receipt_put_off_until <= ${now})
    order by ended_at, id limit 1 for update skip locked`.execute(tx);
  const row = rows[0];
  if (row === undefined) return null;
  const { card_brand: brand, card_last_four: lastFour } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    amountMicros: micros(row.amount),
    currency: row.currency,
    provider: row.provider,
    card: brand === null || lastFour === null ? null : { brand, lastFour },
    paidAt: row.ended_at,
  };
}

/** Lets the receipt of a payment wait. */
export async function putOffPaymentReceipt(db: Executor, payment: { id: string; until: Date }): Promise<void> {
  await sql`update billing.payment set receipt_put_off_until = ${payment.until}
    where id = ${payment.id} and not has_receipt`.execute(db);
}

/** Notes that a payment has its receipt. */
export async function notePaymentReceipt(tx: Transaction, paymentId: string): Promise<void> {
  await sql`update billing.payment set has_receipt = true where id = ${paymentId}`.execute(tx);
}

/** The payments that these causes belong to, by their ids: of a refund or dispute its payment, of a payment itself. */
export async function paymentsOfCauses(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; payment_id: string }>`
    select id, payment_id from billing.refund where id = any(${[...ids]}::uuid[])
    union all
    select id, payment_id from billing.dispute where id = any(${[...ids]}::uuid[])
    union all
    select id, id from billing.payment where id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.payment_id]));
}
