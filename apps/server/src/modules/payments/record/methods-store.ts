import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { lastDayOf, type Method } from './method.ts';

type MethodRow = {
  id: string;
  account_id: string;
  user_id: string;
  provider: string;
  provider_id: string;
  brand: string;
  last_four: string;
  year: number;
  month: number;
  is_default: boolean;
  added_at: Date;
};
const columns = sql.raw(`payment_method.id, payment_method.account_id, payment_method.user_id, payment_method.provider,
  payment_method.provider_id, payment_method.brand, payment_method.last_four,
  extract(year from payment_method.expires_on)::int as year, extract(month from payment_method.expires_on)::int as month,
  payment_method.is_default, payment_method.added_at`);

/** The methods of an account that were not removed, the default first, then the newest. */
export async function methodsOf(
  db: Executor,
  wanted: { accountId: string; provider: string; most: number },
): Promise<Method[]> {
  const { rows } = await sql<MethodRow>`select ${columns} from billing.payment_method
    where account_id = ${wanted.accountId} and provider = ${wanted.provider} and removed_at is null
    order by is_default desc, id desc limit ${wanted.most}`.execute(db);
  return rows.map(toMethod);
}

/** Every method that an account ever had, the newest first. */
export async function everyMethod(db: Executor, accountId: string): Promise<(Method & { removedAt: Date | null })[]> {
  const { rows } = await sql<MethodRow & { removed_at: Date | null }>`
    select ${columns}, payment_method.removed_at from billing.payment_method
    where account_id = ${accountId} order by id desc limit 1000`.execute(db);
  return rows.map((row) => ({ ...toMethod(row), removedAt: row.removed_at }));
}

/** A method of this account that was not removed; without an id, its default. */
export async function findMethod(
  db: Executor,
  wanted: { accountId: string; provider: string; id: string | null },
): Promise<Method | null> {
  const { rows } = await sql<MethodRow>`select ${columns} from billing.payment_method
    where account_id = ${wanted.accountId} and provider = ${wanted.provider} and removed_at is null
      and (id = ${wanted.id} or (${wanted.id}::uuid is null and is_default))`.execute(db);
  return rows[0] === undefined ? null : toMethod(rows[0]);
}

/** Every change of an account's methods waits here for the one before it. */
export async function lockMethods(tx: Transaction, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, 24))`.execute(tx);
}

/** Writes a method that is new; one that is known, or that was removed, stays as it is. Gives its id either way. */
export async function insertMethod(tx: Transaction, method: Method): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into billing.payment_method (id, account_id, user_id, provider, provider_id, brand, last_four, expires_on,
      is_default, added_at)
    values (${method.id}, ${method.accountId}, ${method.userId}, ${method.provider}, ${method.providerId},
      ${method.brand}, ${method.lastFour}, ${lastDayOf(method.expires)}, ${method.isDefault}, ${method.addedAt})
    on conflict (provider, provider_id) do nothing returning id`.execute(tx);
  if (rows[0] !== undefined) return rows[0].id;
  const known = await sql<{ id: string }>`select id from billing.payment_method
    where provider = ${method.provider} and provider_id = ${method.providerId}
      and account_id = ${method.accountId}`.execute(tx);
  if (known.rows[0] === undefined) throw new Error(`method ${method.providerId} belongs to another account`);
  return known.rows[0].id;
}

/** Lets one method be the default, and no other of its provider. */
export async function saveDefault(
  tx: Transaction,
  chosen: { accountId: string; provider: string; id: string },
): Promise<void> {
  const { accountId, provider, id } = chosen;
  await sql`update billing.payment_method set is_default = false
    where account_id = ${accountId} and provider = ${provider} and is_default and id <> ${id}`.execute(tx);
  await sql`update billing.payment_method set is_default = true
    where account_id = ${accountId} and provider = ${provider} and id = ${id} and removed_at is null`.execute(tx);
}

/** Removes a method. False when the account has none of this id. */
export async function removeMethod(
  tx: Transaction,
  removed: { accountId: string; id: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`update billing.payment_method
    set removed_at = coalesce(removed_at, ${removed.at}), is_default = false
    where account_id = ${removed.accountId} and id = ${removed.id} returning id`.execute(tx);
  return rows.length > 0;
}

/** Removes all methods of an account. */
export async function removeEveryMethod(tx: Transaction, removed: { accountId: string; at: Date }): Promise<void> {
  await sql`update billing.payment_method set removed_at = ${removed.at}, is_default = false
    where account_id = ${removed.accountId} and removed_at is null`.execute(tx);
}

/**
 * Takes the method that was removed here, that the provider may still keep, and that has waited longest to be forgotten; null
 * when none is due. It comes again after half of the time since it was removed, a minute at least and six hours at most.
 */
export async function takeMethodToForget(
  db: Executor,
  take: { provider: string; now: Date },
): Promise<{ id: string; providerId: string } | null> {
  const { rows } = await sql<{ id: string; provider_id: string }>`
    with due as (
      select id from billing.payment_method
      where provider = ${take.provider} and removed_at is not null and forgotten_at is null
        and (look_at is null or look_at <= ${take.now})
      order by coalesce(look_at, removed_at), id limit 1 for update skip locked
    )
    update billing.payment_method set look_at = ${take.now}::timestamptz
      + greatest(interval '1 minute', least(interval '6 hours', (${take.now}::timestamptz - removed_at) / 2))
    from due where payment_method.id = due.id
    returning payment_method.id, payment_method.provider_id`.execute(db);
  const row = rows[0];
  return row === undefined ? null : { id: row.id, providerId: row.provider_id };
}

export async function noteForgotten(db: Executor, forgotten: { id: string; at: Date }): Promise<void> {
  await sql`update billing.payment_method set forgotten_at = ${forgotten.at} where id = ${forgotten.id}`.execute(db);
}

/** Takes methods that expire before a day and of which nobody was told; each is taken once. */
export async function takeExpiring(
  tx: Transaction,
  take: { before: Date; most: number; now: Date },
): Promise<Method[]> {
  const { rows } = await sql<MethodRow>`
    with due as (
      select id from billing.payment_method
      where removed_at is null and expiry_told_at is null and expires_on < ${take.before}::timestamptz
      order by expires_on limit ${take.most} for update skip locked
    )
    update billing.payment_method set expiry_told_at = ${take.now}
    from due where payment_method.id = due.id returning ${columns}`.execute(tx);
  return rows.map(toMethod);
}

function toMethod(row: MethodRow): Method {
  return {
    id: row.id,
    accountId: row.account_id,
    userId: row.user_id,
    provider: row.provider,
    providerId: row.provider_id,
    brand: row.brand,
    lastFour: row.last_four,
    expires: { year: row.year, month: row.month },
    isDefault: row.is_default,
    addedAt: row.added_at,
  };
}
