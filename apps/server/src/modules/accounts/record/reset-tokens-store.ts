import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { forgetSome } from '../../../platform/forgetting/forget-all.ts';

/** Keeps the hash of a new password reset token. */
export async function insertResetToken(
  database: Executor,
  token: { hash: Buffer; userId: string; expiresAt: Date },
): Promise<void> {
  await sql`insert into accounts.password_reset_token (hash, user_id, expires_at)
    values (${token.hash}, ${token.userId}, ${token.expiresAt})`.execute(database);
}

/** The user of an open account that an unused token is for, or null. */
export async function findUserOfResetToken(database: Executor, hash: Buffer, now: Date): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select t.user_id from accounts.password_reset_token t
      join accounts.user u on u.id = t.user_id
      join accounts.account a on a.id = u.account_id
    where t.hash = ${hash} and t.used_at is null and t.expires_at > ${now} and a.state <> 'closed'`.execute(database);
  return rows[0]?.user_id ?? null;
}

/** Uses up every token of a user: whoever asked twice has two links, of which one may be used. */
export async function useUpResetTokens(tx: Transaction, use: { userId: string; at: Date }): Promise<void> {
  await sql`update accounts.password_reset_token set used_at = ${use.at}
    where user_id = ${use.userId} and used_at is null`.execute(tx);
}

/** Removes tokens that ended before `before`, some at a time; gives how many. */
export async function forgetResetTokens(database: Executor, before: Date): Promise<number> {
  return await forgetSome(database, 'accounts.password_reset_token', sql`expires_at < ${before}`);
}
