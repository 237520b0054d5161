import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import type { Payment } from './payment.ts';
import type { Refund } from './payment-returns.ts';

/** Writes a refund that somebody here asked for. */
export async function insertRefund(
  tx: Transaction,
  begun: { payment: Payment; refund: Refund; requestKey: string | null; lookAt: Date },
): Promise<void> {
  const { payment, refund } = begun;
  await sql`insert into billing.refund (id, payment_id, account_id, user_id, request_key, amount, state, created_at, look_at)
    values (${refund.id}, ${payment.id}, ${payment.accountId}, ${refund.userId}, ${begun.requestKey},
      ${refund.amountMicros}, ${refund.state}, ${refund.createdAt}, ${begun.lookAt})`.execute(tx);
}

/** The refunds that this user began with this request key, and the payments that they are of. */
export async function refundsOfRequest(
  tx: Transaction,
  wanted: { userId: string; key: string },
): Promise<{ id: string; paymentId: string }[]> {
  const { rows } = await sql<{ id: string; paymentId: string }>`select id, payment_id as "paymentId" from billing.refund
    where user_id = ${wanted.userId} and request_key = ${wanted.key}`.execute(tx);
  return rows;
}

/** A refund without end of a payment that another provider took, begun before then; looked at again in a day. */
export async function takeRefundOfOthers(
  db: Executor,
  take: { provider: string; now: Date; before: Date },
): Promise<{ id: string; paymentId: string; accountId: string; provider: string } | null> {
  const { rows } = await sql<{ id: string; paymentId: string; accountId: string; provider: string }>`
    with due as (
      select refund.id, payment.provider from billing.refund join billing.payment on payment.id = refund.payment_id
      where refund.ended_at is null and refund.look_at <= ${take.now} and payment.provider <> ${take.provider}
        and refund.created_at <= ${take.before}
      order by refund.look_at, refund.id limit 1 for update of refund skip locked
    )
    update billing.refund set look_at = ${take.now}::timestamptz + interval '1 day'
    from due where refund.id = due.id
    returning refund.id, refund.payment_id as "paymentId", refund.account_id as "accountId", due.provider`.execute(db);
  return rows[0] ?? null;
}

/** Takes the refund without end that has been due longest to be asked for, or null; it comes again as silent payments do. */
export async function takeSilentRefund(
  db: Executor,
  take: { provider: string; now: Date },
): Promise<{ id: string; paymentId: string; accountId: string } | null> {
  const { rows } = await sql<{ id: string; payment_id: string; account_id: string }>`
    with due as (
      select refund.id from billing.refund join billing.payment on payment.id = refund.payment_id
      where refund.ended_at is null and payment.provider = ${take.provider}
        and (refund.look_at <= ${take.now} or refund.look_at > ${take.now}::timestamptz + interval '20 minutes')
      order by refund.look_at, refund.id limit 1 for update of refund skip locked
    )
    update billing.refund set look_at = ${take.now}::timestamptz
      + greatest(interval '5 seconds', least(interval '10 minutes', (${take.now}::timestamptz - created_at) / 2))
    from due where refund.id = due.id
    returning refund.id, refund.payment_id, refund.account_id`.execute(db);
  const row = rows[0];
  return row === undefined ? null : { id: row.id, paymentId: row.payment_id, accountId: row.account_id };
}
