import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import type { AutoTopUp, StopReason } from './auto-top-up.ts';

type AutoTopUpRow = {
  account_id: string;
  user_id: string;
  state: AutoTopUp['state'];
  stopped_because: StopReason | null;
  mark: bigint;
  amount: bigint;
  daily_cap: bigint;
  method_id: string | null;
  changed_at: Date;
};
const columns = sql.raw(`auto_top_up.account_id, auto_top_up.user_id, auto_top_up.state, auto_top_up.stopped_because,
  auto_top_up.mark, auto_top_up.amount, auto_top_up.daily_cap, auto_top_up.changed_at,
  (select id from billing.payment_method where id = auto_top_up.method_id and removed_at is null) as method_id`);

/** What an account has chosen, or null. */
export async function findAutoTopUp(db: Executor, accountId: string): Promise<AutoTopUp | null> {
  const { rows } = await sql<AutoTopUpRow>`select ${columns} from billing.auto_top_up
    where account_id = ${accountId}`.execute(db);
  return rows[0] === undefined ? null : toAutoTopUp(rows[0]);
}

/** The same, and nobody else decides on it until the end of the transaction. */
export async function lockAutoTopUp(tx: Transaction, accountId: string): Promise<AutoTopUp | null> {
  const { rows } = await sql<AutoTopUpRow>`select ${columns} from billing.auto_top_up
    where account_id = ${accountId} for update`.execute(tx);
  return rows[0] === undefined ? null : toAutoTopUp(rows[0]);
}

/** Writes what an account has chosen; its balance is looked at from `changedAt` on. */
export async function saveAutoTopUp(tx: Transaction, settings: AutoTopUp): Promise<void> {
  await sql`
    insert into billing.auto_top_up (account_id, user_id, state, stopped_because, mark, amount, daily_cap, method_id,
      changed_at, look_at)
    values (${settings.accountId}, ${settings.userId}, ${settings.state}, ${settings.stoppedBecause}, ${settings.markMicros},
      ${settings.amountMicros}, ${settings.dailyCapMicros}, ${settings.methodId}, ${settings.changedAt}, ${settings.changedAt})
    on conflict (account_id) do update set user_id = excluded.user_id, state = excluded.state,
      stopped_because = excluded.stopped_because, mark = excluded.mark, amount = excluded.amount,
      daily_cap = excluded.daily_cap, method_id = excluded.method_id, changed_at = excluded.changed_at,
      look_at = excluded.look_at`.execute(tx);
}

/** Lets the balances of these accounts be looked at. */
export async function markToLookAt(tx: Transaction, marked: { accountIds: string[]; at: Date }): Promise<void> {
  await sql`update billing.auto_top_up set look_at = ${marked.at}
    where account_id = any (${marked.accountIds}::uuid[]) and state = 'on'`.execute(tx);
}

/** Takes accounts whose balance is to be looked at; one that is not seen to the end comes again at `againAt`. */
export async function takeToLookAt(db: Executor, take: { most: number; now: Date; againAt: Date }): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    with due as (
      select account_id from billing.auto_top_up
      where state = 'on' and look_at <= ${take.now}
      order by look_at limit ${take.most} for update skip locked
    )
    update billing.auto_top_up set look_at = ${take.againAt}
    from due where auto_top_up.account_id = due.account_id
    returning auto_top_up.account_id`.execute(db);
  return rows.map((row) => row.account_id);
}

/** It was looked at: again at `againAt`, or null: when the balance moves. What moved since it was taken counts. */
export async function noteLooked(
  tx: Transaction,
  looked: { accountId: string; takenUntil: Date; againAt: Date | null },
): Promise<void> {
  await sql`update billing.auto_top_up set look_at = ${looked.againAt}
    where account_id = ${looked.accountId} and look_at = ${looked.takenUntil}`.execute(tx);
}

/** Notes that the cap of a day was told. False when it was told before. */
export async function noteCapTold(tx: Transaction, told: { accountId: string; day: string }): Promise<boolean> {
  const { rows } = await sql`update billing.auto_top_up set cap_told_on = ${told.day}
    where account_id = ${told.accountId} and cap_told_on is distinct from ${told.day}
    returning account_id`.execute(tx);
  return rows.length > 0;
}

/** What was added by itself in a span, with what is under way; and whether something is. */
export async function addedBetween(
  db: Executor,
  wanted: { accountId: string; from: Date; to: Date },
): Promise<{ addedMicros: Micros; isUnderWayAt: (provider: string) => boolean }> {
  const { rows } = await sql<{ added: bigint; under_way: string[] }>`
    select coalesce(sum(amount) filter (where created_at >= ${wanted.from} and created_at < ${wanted.to}
        and state not in ('failed', 'cancelled')), 0)::bigint as added,
      coalesce(array_agg(distinct provider) filter (where ended_at is null), '{}') as under_way
    from billing.payment
    where account_id = ${wanted.accountId} and purpose_type = 'auto_top_up'
      and (ended_at is null or created_at >= ${wanted.from})`.execute(db);
  return {
    addedMicros: micros(rows[0]?.added ?? 0n),
    isUnderWayAt: (provider) => rows[0]?.under_way.includes(provider) ?? false,
  };
}

/** Whether a payment that began by itself since an instant was declined. */
export async function wasDeclinedSince(db: Executor, wanted: { accountId: string; since: Date }): Promise<boolean> {
  const { rows } = await sql`select from billing.payment
    where account_id = ${wanted.accountId} and purpose_type = 'auto_top_up' and created_at >= ${wanted.since}
      and state in ('failed', 'cancelled') and decline is not null limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Whether any payment of this account was given back since an instant, or is about to be. A refund counts no more once a payment has begun by
 * itself after it and succeeded: it is from before refunds stopped anything. Within a minute both may have begun without seeing each other.
 */
export async function wasRefundedSince(db: Executor, wanted: { accountId: string; since: Date }): Promise<boolean> {
  const { rows } = await sql`select from billing.refund
    where account_id = ${wanted.accountId} and created_at >= ${wanted.since} and state <> 'failed'
      and not exists (select from billing.payment later
        where later.account_id = refund.account_id and later.purpose_type = 'auto_top_up' and later.state = 'succeeded'
          and later.created_at > refund.created_at + interval '1 minute')
    limit 1`.execute(db);
  return rows.length > 0;
}

function toAutoTopUp(row: AutoTopUpRow): AutoTopUp {
  return {
    accountId: row.account_id,
    userId: row.user_id,
    state: row.state,
    stoppedBecause: row.stopped_because,
    markMicros: micros(row.mark),
    amountMicros: micros(row.amount),
    dailyCapMicros: micros(row.daily_cap),
    methodId: row.method_id,
    changedAt: row.changed_at,
  };
}
