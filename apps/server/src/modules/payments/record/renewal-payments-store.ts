// The statement about payments for the next period of a plan.
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import type { Payment } from './payment.ts';

/** A payment for the next period of a plan: how far it has come, and since when. */
export type RenewalPayment = Pick<Payment, 'state' | 'decline' | 'createdAt'> & { providerId: string | null };

/** The payments with these keys, the oldest first. */
export async function renewalPayments(
  db: Executor,
  wanted: { accountId: string; keys: readonly string[] },
): Promise<RenewalPayment[]> {
  const { rows } = await sql<{
    state: Payment['state'];
    decline: string | null;
    provider_id: string | null;
    created_at: Date;
  }>`
    select state, decline, provider_id, created_at from billing.payment
    where account_id = ${wanted.accountId} and purpose_type = 'plan' and request_key = any (${wanted.keys}::text[])
    order by id`.execute(db);
  return rows.map((row) => ({
    state: row.state,
    decline: row.decline,
    providerId: row.provider_id,
    createdAt: row.created_at,
  }));
}
