// What banks took back. The disputes of one payment are read and written with it, in payments-store.ts.
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';

/** `methodId`: by which method the later payments are to have been made; null: by any. */
type Loss = { accountId: string; since: Date; purpose: 'auto_top_up' | 'plan'; methodId: string | null };

/** Whether a bank looks into a payment of this account, or took one back for good as `hasLostDispute` has it. */
export async function isDisputed(db: Executor, loss: Loss): Promise<boolean> {
  const { rows } = await sql`select from billing.dispute
    where account_id = ${loss.accountId} and state = 'open' limit 1`.execute(db);
  return rows.length > 0 || (await hasLostDispute(db, loss));
}

/**
 * Whether a bank took a payment of this account back for good since an instant. That counts no more once a payment for `purpose` has begun
 * unasked after it and succeeded: it is from before losses stopped anything. Within a minute both may have begun without seeing each other.
 */
export async function hasLostDispute(db: Executor, { accountId, since, purpose, methodId }: Loss): Promise<boolean> {
  const { rows } = await sql`select from billing.dispute
    where account_id = ${accountId} and state = 'lost' and closed_at > ${since}
      and not exists (select from billing.payment later
        where later.account_id = dispute.account_id and later.purpose_type = ${purpose} and later.state = 'succeeded'
          and (${methodId}::uuid is null or later.method_id = ${methodId})
          and later.created_at > dispute.closed_at + interval '1 minute')
    limit 1`.execute(db);
  return rows.length > 0;
}
