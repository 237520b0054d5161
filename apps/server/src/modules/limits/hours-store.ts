import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import { forgetSome } from '../../platform/forgetting/forget-all.ts';
import type { HourSpent } from './unusual-spending.ts';

/** An hour as it stands after more was added to it, and the highest of the account's 30 days before. */
export type CountedHour = HourSpent & { highestBeforeMicros: Micros; isTold: boolean };

/** Adds to what accounts spent in their hours. */
export async function addToHours(tx: Transaction, hours: HourSpent[]): Promise<CountedHour[]> {
  const added = JSON.stringify(
    hours.map(({ accountId, hourFrom, spentMicros }) => ({
      account_id: accountId,
      hour_from: hourFrom.toISOString(),
      spent: spentMicros.toString(),
    })),
  );
  const { rows } = await sql<{
    account_id: string;
    hour_from: Date;
    spent: bigint;
    told_at: Date | null;
    highest: bigint;
  }>`
    with added as (
      insert into limits.hour as kept (account_id, hour_from, spent)
      select account_id, hour_from, spent
      from jsonb_to_recordset(${added}::jsonb) as row (account_id uuid, hour_from timestamptz, spent bigint)
      on conflict (account_id, hour_from) do update set spent = kept.spent + excluded.spent
      returning account_id, hour_from, spent, told_at)
    select account_id, hour_from, spent, told_at, coalesce((
      select max(before.spent) from limits.hour before
      where before.account_id = added.account_id and before.hour_from < added.hour_from
        and before.hour_from >= added.hour_from - interval '30 days'), 0)::bigint as highest
    from added order by account_id, hour_from`.execute(tx);
  return rows.map((row) => ({
    accountId: row.account_id,
    hourFrom: row.hour_from,
    spentMicros: micros(row.spent),
    highestBeforeMicros: micros(row.highest),
    isTold: row.told_at !== null,
  }));
}

/** Notes that an hour was told of. */
export async function noteHourTold(
  tx: Transaction,
  told: { accountId: string; hourFrom: Date; at: Date },
): Promise<void> {
  await sql`update limits.hour set told_at = ${told.at}
    where account_id = ${told.accountId} and hour_from = ${told.hourFrom}`.execute(tx);
}

/** When an account was last found to spend unusually, from an instant on; null: it was not. */
export async function lastUnusualSince(db: Executor, wanted: { accountId: string; since: Date }): Promise<Date | null> {
  const { rows } = await sql<{ told_at: Date | null }>`
    select max(told_at) as told_at from limits.hour
    where account_id = ${wanted.accountId} and told_at >= ${wanted.since}`.execute(db);
  return rows[0]?.told_at ?? null;
}

/** What an account spent in a clock hour (UTC), with the highest of its 30 days before; an hour without calls too. */
export async function readHour(
  db: Executor,
  wanted: { accountId: string; hourFrom: Date },
): Promise<{
  spentMicros: Micros;
  highestBeforeMicros: Micros;
  toldAt: Date | null;
}> {
  const { accountId, hourFrom } = wanted;
  const { rows } = await sql<{ spent: bigint; highest: bigint; told_at: Date | null }>`
    select coalesce(max(spent) filter (where hour_from = ${hourFrom}), 0)::bigint as spent,
      coalesce(max(spent) filter (where hour_from < ${hourFrom}), 0)::bigint as highest,
      max(told_at) filter (where hour_from = ${hourFrom}) as told_at
    from limits.hour where account_id = ${accountId} and hour_from <= ${hourFrom}
      and hour_from >= ${hourFrom}::timestamptz - interval '30 days'`.execute(db);
  const [row] = rows;
  return {
    spentMicros: micros(row?.spent ?? 0n),
    highestBeforeMicros: micros(row?.highest ?? 0n),
    toldAt: row?.told_at ?? null,
  };
}

/** Removes hours from before an instant, some at a time; gives how many. */
export async function forgetHours(db: Executor, before: Date): Promise<number> {
  return await forgetSome(db, 'limits.hour', sql`hour_from < ${before}`);
}
