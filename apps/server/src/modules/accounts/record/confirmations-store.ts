import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';

/** The address that a user has yet to confirm, and what proves it: null until the mail with it is sent. */
export type Confirmation = {
  userId: string;
  email: string;
  codeHash: Buffer | null;
  codeExpiresAt: Date | null;
  wrongCodes: number;
};

/** Notes the address that a user has yet to confirm. Code and link of one before it prove nothing any more. */
export async function putConfirmation(tx: Transaction, wanted: { userId: string; email: string }): Promise<void> {
  await sql`insert into accounts.email_confirmation (user_id, email) values (${wanted.userId}, ${wanted.email})
    on conflict (user_id) do update set email = excluded.email, code_hash = null, code_expires_at = null, wrong_codes = 0,
      link_hash = null, link_expires_at = null`.execute(tx);
}

/** What a user has yet to confirm, or null. */
export async function findConfirmation(database: Executor, userId: string): Promise<Confirmation | null> {
  const { rows } = await sql<{
    email: string;
    code_hash: Buffer | null;
    code_expires_at: Date | null;
    wrong_codes: number;
  }>`select email, code_hash, code_expires_at, wrong_codes
    from accounts.email_confirmation where user_id = ${userId}`.execute(database);
  const row = rows[0];
  if (row === undefined) return null;
  return {
    userId,
    email: row.email,
    codeHash: row.code_hash,
    codeExpiresAt: row.code_expires_at,
    wrongCodes: row.wrong_codes,
  };
}

/** What the link with this hash confirms, while it is good; or null. */
export async function findConfirmationOfLink(
  database: Executor,
  hash: Buffer,
  now: Date,
): Promise<{ userId: string; email: string } | null> {
  const { rows } = await sql<{ user_id: string; email: string }>`
    select user_id, email from accounts.email_confirmation
    where link_hash = ${hash} and link_expires_at > ${now}`.execute(database);
  const row = rows[0];
  return row === undefined ? null : { userId: row.user_id, email: row.email };
}

/** Keeps the hashes of a new code and link in the place of those before. False when the address is not waited for now. */
export async function keepProofs(
  database: Executor,
  proofs: {
    userId: string;
    email: string;
    code: { hash: Buffer; expiresAt: Date };
    link: { hash: Buffer; expiresAt: Date };
  },
): Promise<boolean> {
  const { code, link } = proofs;
  const { rows } = await sql`update accounts.email_confirmation
    set code_hash = ${code.hash}, code_expires_at = ${code.expiresAt}, wrong_codes = 0,
      link_hash = ${link.hash}, link_expires_at = ${link.expiresAt}
    where user_id = ${proofs.userId} and email = ${proofs.email} returning user_id`.execute(database);
  return rows.length > 0;
}

/** Counts a wrong code. With the last of `most` the code is good for nothing any more; the link stays. */
export async function countWrongCode(tx: Transaction, wrong: { userId: string; most: number }): Promise<void> {
  await sql`update accounts.email_confirmation set wrong_codes = wrong_codes + 1,
      code_hash = case when wrong_codes + 1 < ${wrong.most} then code_hash end,
      code_expires_at = case when wrong_codes + 1 < ${wrong.most} then code_expires_at end
    where user_id = ${wrong.userId}`.execute(tx);
}

/** Nothing waits to be confirmed any more: it was, or it was called off. False when nothing did. */
export async function deleteConfirmation(tx: Transaction, userId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from accounts.email_confirmation where user_id = ${userId} returning user_id`.execute(tx);
  return rows.length > 0;
}
