// The statement about payments for the next period of a plan.
import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import type { Payment } from './payment.ts';

/** How far the payment with this key has come; null: there is none. */
export async function stateOfPayment(
  db: Executor,
  wanted: { accountId: string; key: string },
): Promise<Payment['state'] | null> {
  const { rows } = await sql<{ state: Payment['state'] }>`
    select state from billing.payment
    where account_id = ${wanted.accountId} and purpose_type = 'plan' and request_key = ${wanted.key}`.execute(db);
  return rows[0]?.state ?? null;
}
