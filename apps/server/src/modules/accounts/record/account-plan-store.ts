import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';

/** The id of the plan that an account is on. */
export async function planOfAccount(db: Executor, accountId: string): Promise<string> {
  const { rows } = await sql<{ plan_id: string }>`
    select plan_id from accounts.account where id = ${accountId}`.execute(db);
  if (rows[0] === undefined) throw new Error(`there is no account ${accountId}`);
  return rows[0].plan_id;
}

/** Puts an account on a plan, with the rate table that counts on it. Calls that were allowed before keep their quotes. */
export async function putOnPlan(
  tx: Transaction,
  change: { accountId: string; planId: string; rateTable: string },
): Promise<void> {
  await sql`update accounts.account set plan_id = ${change.planId}, rate_table = ${change.rateTable}
    where id = ${change.accountId}`.execute(tx);
}
