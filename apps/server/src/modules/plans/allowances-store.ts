// The statements about the allowances of periods. Their seconds are in the ledger.
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import { NIL, type ListPosition } from '../../platform/in-turn.ts';

/** An allowance of a period. Without a group it is of messages. */
export type Allowance = { walletId: string; group: string | null; expiresAt: Date };

/** The allowance of a period, made now if it is not there: its wallet has the id that comes back. */
export async function keepAllowance(
  tx: Transaction,
  wanted: Allowance & { accountId: string; subscriptionId: string; periodFrom: Date },
): Promise<string> {
  const { rows } = await sql<{ wallet_id: string }>`
    with added as (
      insert into billing.allowance (wallet_id, account_id, subscription_id, group_name, period_from, expires_at)
      values (${wanted.walletId}, ${wanted.accountId}, ${wanted.subscriptionId}, ${wanted.group}, ${wanted.periodFrom},
        ${wanted.expiresAt})
      on conflict (subscription_id, group_name, period_from) do nothing returning wallet_id)
    select wallet_id from added
    union all
    select wallet_id from billing.allowance
    where subscription_id = ${wanted.subscriptionId} and group_name is not distinct from ${wanted.group}
      and period_from = ${wanted.periodFrom}`.execute(tx);
  return rows[0]?.wallet_id ?? wanted.walletId;
}

/** The allowances of an account that count at an instant. */
export async function allowancesAt(
  db: Executor,
  wanted: { accountId: string; subscriptionId: string; at: Date },
): Promise<Allowance[]> {
  const { rows } = await sql<{ wallet_id: string; group_name: string | null; expires_at: Date }>`
    select wallet_id, group_name, expires_at from billing.allowance
    where account_id = ${wanted.accountId} and subscription_id = ${wanted.subscriptionId}
      and expires_at > ${wanted.at} and period_from <= ${wanted.at}
    order by group_name nulls last`.execute(db);
  return rows.map((row) => ({ walletId: row.wallet_id, group: row.group_name, expiresAt: row.expires_at }));
}

/** The wallets of allowances whose time is over and that are not empty for good, the oldest first, behind a place. */
export async function overdueAllowances(
  db: Executor,
  wanted: { now: Date; after: ListPosition | null; most: number },
): Promise<ListPosition[]> {
  const { now, after, most } = wanted;
  const { rows } = await sql<ListPosition>`
    select expires_at::text as at, wallet_id as id from billing.allowance
    where expires_at <= ${now} and closed_at is null
      and (expires_at, wallet_id) > (${after?.at ?? '-infinity'}::timestamptz, ${after?.id ?? NIL}::uuid)
    order by expires_at, wallet_id limit ${most}`.execute(db);
  return rows;
}

/** Nothing is left of an allowance, and nothing can come back into it. */
export async function closeAllowance(tx: Executor, closed: { walletId: string; at: Date }): Promise<void> {
  await sql`update billing.allowance set closed_at = ${closed.at} where wallet_id = ${closed.walletId}`.execute(tx);
}
