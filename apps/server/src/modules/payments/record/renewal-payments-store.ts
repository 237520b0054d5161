// The statement about payments for the next period of a plan.
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import type { Payment } from './payment.ts';

/** The payment with this key: how far it has come, and since when; null: there is none. */
export async function renewalPayment(
  db: Executor,
  wanted: { accountId: string; key: string },
): Promise<Pick<Payment, 'state' | 'createdAt'> | null> {
  const { rows } = await sql<{ state: Payment['state']; created_at: Date }>`
    select state, created_at from billing.payment
    where account_id = ${wanted.accountId} and purpose_type = 'plan' and request_key = ${wanted.key}`.execute(db);
  const [row] = rows;
  return row === undefined ? null : { state: row.state, createdAt: row.created_at };
}
