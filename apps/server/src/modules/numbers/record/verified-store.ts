// The statements about numbers that people have elsewhere, and about the codes that show it.
import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';

/** Nobody rents a number and verifies it at the same moment: until the end of the transaction. After the account's lock. */
export async function lockNumber(tx: Transaction, e164: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`number:${e164}`}, 0))`.execute(tx);
}

/** Whether it is for rent here. */
export async function isOffered(db: Executor, e164: string): Promise<boolean> {
  const { rows } = await sql`select from numbers.offer where e164 = ${e164} and is_offered`.execute(db);
  return rows.length > 0;
}

export type NewVerification = {
  id: string;
  accountId: string;
  userId: string;
  e164: string;
  codeHash: Buffer;
  tries: number;
  mostMicros: Micros;
  /** The text that the code goes in; null: it is said in a call. */
  messageId: string | null;
  at: Date;
  expiresAt: Date;
};

/** Writes a code down. An older one of the account for the same number counts no more. */
export async function insertVerification(tx: Transaction, made: NewVerification): Promise<void> {
  await sql`update numbers.verification set is_over = true
    where account_id = ${made.accountId} and e164 = ${made.e164} and not is_over`.execute(tx);
  await sql`insert into numbers.verification (id, account_id, user_id, e164, code_hash, tries_left, most, message_id, made_at, expires_at)
    values (${made.id}, ${made.accountId}, ${made.userId}, ${made.e164}, ${made.codeHash}, ${made.tries},
      ${made.mostMicros}, ${made.messageId}, ${made.at}, ${made.expiresAt})`.execute(tx);
}

/** Takes the one call of a verification that was asked for since `since`; null: it was placed, or is no more. */
export async function takeCallOfVerification(
  db: Executor,
  { id, since, at }: { id: string; since: Date; at: Date },
): Promise<{ accountId: string; userId: string; to: string; mostMicros: Micros } | null> {
  const { rows } = await sql<{ account_id: string; user_id: string; e164: string; most: bigint }>`
    update numbers.verification set placed_at = ${at}
    where id = ${id} and placed_at is null and message_id is null and not is_over and made_at >= ${since}
    returning account_id, user_id, e164, most`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  return { accountId: row.account_id, userId: row.user_id, to: row.e164, mostMicros: micros(row.most) };
}

/** Uses up one try of a code, at once and for good; null: there is no such code, it is over, or has no try left. */
export async function takeTry(
  db: Executor,
  { id, accountId, at }: { id: string; accountId: string; at: Date },
): Promise<{ e164: string; codeHash: Buffer; triesLeft: number } | null> {
  const { rows } = await sql<{ e164: string; code_hash: Buffer; tries_left: number }>`
    update numbers.verification set tries_left = tries_left - 1
    where id = ${id} and account_id = ${accountId} and not is_over and tries_left > 0 and expires_at > ${at}
    returning e164, code_hash, tries_left`.execute(db);
  const [row] = rows;
  return row === undefined ? null : { e164: row.e164, codeHash: row.code_hash, triesLeft: row.tries_left };
}

export type OpenVerification = {
  id: string;
  e164: string;
  messageId: string | null;
  madeAt: Date;
  expiresAt: Date;
  triesLeft: number;
};

const openColumns = sql`id, e164, message_id as "messageId", made_at as "madeAt", expires_at as "expiresAt", tries_left as "triesLeft"`;

/** A verification of an account, or null. */
export async function findVerification(
  db: Executor,
  { id, accountId }: { id: string; accountId: string },
): Promise<OpenVerification | null> {
  const { rows } = await sql<OpenVerification>`
    select ${openColumns} from numbers.verification where id = ${id} and account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** The latest verification of an account whose code can still be typed; null: there is none. */
export async function openVerificationOf(db: Executor, accountId: string, at: Date): Promise<OpenVerification | null> {
  const { rows } = await sql<OpenVerification>`
    select ${openColumns} from numbers.verification
    where account_id = ${accountId} and not is_over and tries_left > 0 and expires_at > ${at}
    order by made_at desc, id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Those of these verifications whose codes count no more, though their time may not be over: used up, or followed by another. */
export async function verificationsOver(db: Executor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from numbers.verification where id = any (${ids}::uuid[]) and (is_over or tries_left = 0)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** A code counts once. False: it has counted already, or another was asked for. */
export async function useUpVerification(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    update numbers.verification set is_over = true where id = ${id} and not is_over returning id`.execute(tx);
  return rows.length > 0;
}

export type VerifiedRow = { e164: string; isDefault: boolean; verifiedAt: Date; expiresAt: Date };

/** The numbers that an account has verified, the default first. */
export async function verifiedOf(db: Executor, accountId: string, at: Date): Promise<VerifiedRow[]> {
  const { rows } = await sql<VerifiedRow>`
    select e164, is_default as "isDefault", verified_at as "verifiedAt", expires_at as "expiresAt"
    from numbers.verified where account_id = ${accountId} and expires_at > ${at}
    order by is_default desc, verified_at, e164 limit 1000`.execute(db);
  return rows;
}

/** Makes a number that of an account; whoever had it before has it no more, and is given. Under `lockNumber`. */
export async function saveVerified(
  tx: Transaction,
  verified: { e164: string; accountId: string; at: Date; expiresAt: Date },
): Promise<{ formerAccountId: string | null }> {
  const { e164, accountId, at, expiresAt } = verified;
  const formerAccountId = await deleteVerifiedOfOthers(tx, { e164, accountId });
  await sql`insert into numbers.verified (e164, account_id, verified_at, expires_at)
    values (${e164}, ${accountId}, ${at}, ${expiresAt})
    on conflict (e164) do update set verified_at = excluded.verified_at, expires_at = excluded.expires_at,
      warned_at = null`.execute(tx);
  return { formerAccountId };
}

/** Takes a number away from every other account; gives who had it. Under `lockNumber`. */
export async function deleteVerifiedOfOthers(
  tx: Transaction,
  { e164, accountId }: { e164: string; accountId: string },
): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`delete from numbers.verified
    where e164 = ${e164} and account_id <> ${accountId} returning account_id`.execute(tx);
  return rows[0]?.account_id ?? null;
}

/** False: the account has not verified it. */
export async function deleteVerified(tx: Transaction, number: { e164: string; accountId: string }): Promise<boolean> {
  const { rows } = await sql`delete from numbers.verified
    where e164 = ${number.e164} and account_id = ${number.accountId} returning e164`.execute(tx);
  return rows.length > 0;
}

/** Makes it what calls show that name none. Whoever asks holds the lock of the account. False: the account has not verified it. */
export async function saveVerifiedDefault(
  tx: Transaction,
  { e164, accountId, at }: { e164: string; accountId: string; at: Date },
): Promise<boolean> {
  await clearDefault(tx, accountId);
  const { rows } = await sql`update numbers.verified set is_default = true
    where e164 = ${e164} and account_id = ${accountId} and expires_at > ${at} returning e164`.execute(tx);
  return rows.length > 0;
}

/** No number of the account is what calls show that name none: the first one is. */
export async function clearDefault(tx: Transaction, accountId: string): Promise<void> {
  await sql`update numbers.number set is_default = false where account_id = ${accountId} and is_default`.execute(tx);
  await sql`update numbers.verified set is_default = false where account_id = ${accountId} and is_default`.execute(tx);
}

type Told = { accountId: string; e164: string; expiresAt: Date };

/** Takes away what has expired, at most `most`, and gives it. */
export async function deleteExpired(tx: Transaction, { at, most }: { at: Date; most: number }): Promise<Told[]> {
  const { rows } = await sql<Told>`
    delete from numbers.verified where e164 in (
      select e164 from numbers.verified where expires_at <= ${at} order by expires_at limit ${most} for update skip locked)
    returning account_id as "accountId", e164, expires_at as "expiresAt"`.execute(tx);
  return rows;
}

/** Notes of what expires before an instant, at most `most`, that its owner is told, and gives it. Each once. */
export async function markWarned(
  tx: Transaction,
  { before, at, most }: { before: Date; at: Date; most: number },
): Promise<Told[]> {
  const { rows } = await sql<Told>`
    update numbers.verified set warned_at = ${at} where e164 in (
      select e164 from numbers.verified where expires_at <= ${before} and warned_at is null
      order by expires_at limit ${most} for update skip locked)
    returning account_id as "accountId", e164, expires_at as "expiresAt"`.execute(tx);
  return rows;
}

/** Forgets codes that count no more, some at a time. */
export async function forgetVerifications(
  db: Executor,
  { before, most }: { before: Date; most: number },
): Promise<void> {
  await sql`delete from numbers.verification where id in (
    select id from numbers.verification where expires_at < ${before} order by expires_at limit ${most})`.execute(db);
}

/** Everything that some accounts have verified, and their codes. */
export async function deleteVerifiedOfAccounts(tx: Transaction, accountIds: string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await sql`delete from numbers.verified where account_id = any(${accountIds}::uuid[])`.execute(tx);
  await sql`delete from numbers.verification where account_id = any(${accountIds}::uuid[])`.execute(tx);
}
