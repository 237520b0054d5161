// The statements about who is on which plan. Locks: the account first (accounts), then its subscription.
import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import { NIL, type ListPosition } from '../../platform/in-turn.ts';
import type { Period, Subscription } from './plan.ts';

type SubscriptionRow = {
  id: string;
  account_id: string;
  plan_id: string;
  own_rate_table: string;
  started_at: Date;
  anchor_at: Date;
  period_number: number;
  period_from: Date;
  period_to: Date;
  next_plan_id: string | null;
  unpaid_since: Date | null;
  grace_to: Date | null;
};

const columns = sql`id, account_id, plan_id, own_rate_table, started_at, anchor_at, period_number, period_from, period_to,
  next_plan_id, unpaid_since, grace_to`;

const toSubscription = (row: SubscriptionRow): Subscription => ({
  id: row.id,
  accountId: row.account_id,
  planId: row.plan_id,
  ownRateTable: row.own_rate_table,
  startedAt: row.started_at,
  anchorAt: row.anchor_at,
  periodNumber: row.period_number,
  period: { from: row.period_from, to: row.period_to },
  nextPlanId: row.next_plan_id,
  unpaid:
    row.unpaid_since === null || row.grace_to === null ? null : { since: row.unpaid_since, graceTo: row.grace_to },
});

/** The paid plan that an account is on; null: on the one that costs nothing. */
export async function findSubscription(db: Executor, accountId: string): Promise<Subscription | null> {
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from billing.subscription where account_id = ${accountId} and ended_at is null`.execute(db);
  return rows[0] === undefined ? null : toSubscription(rows[0]);
}

/** The same, locked until the end of the transaction. Whoever locks it has locked the account before. */
export async function lockSubscription(tx: Transaction, accountId: string): Promise<Subscription | null> {
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from billing.subscription
    where account_id = ${accountId} and ended_at is null for update`.execute(tx);
  return rows[0] === undefined ? null : toSubscription(rows[0]);
}

/** The accounts whose plan has to be looked at now, the longest overdue first, behind a place. */
export async function dueSubscriptions(
  db: Executor,
  wanted: { now: Date; after: ListPosition | null; most: number },
): Promise<ListPosition[]> {
  const { now, after, most } = wanted;
  const { rows } = await sql<ListPosition>`
    select due_at::text as at, account_id as id from billing.subscription
    where due_at <= ${now} and ended_at is null
      and (due_at, account_id) > (${after?.at ?? '-infinity'}::timestamptz, ${after?.id ?? NIL}::uuid)
    order by due_at, account_id limit ${most}`.execute(db);
  return rows;
}

/** Whether the locked subscription is still due: another worker may have been faster. */
export async function isDue(tx: Transaction, subscriptionId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    select due_at <= ${now} as is_due from billing.subscription
    where id = ${subscriptionId} and ended_at is null`.execute(tx);
  return rows[0]?.is_due ?? false;
}

/** Writes a subscription as it is from now on, new or changed. `dueAt`: when the worker looks at it next. */
export async function saveSubscription(tx: Transaction, subscription: Subscription, dueAt: Date): Promise<void> {
  const { period, unpaid } = subscription;
  await sql`
    insert into billing.subscription (id, account_id, plan_id, own_rate_table, started_at, anchor_at, period_number,
      period_from, period_to, next_plan_id, unpaid_since, grace_to, due_at)
    values (${subscription.id}, ${subscription.accountId}, ${subscription.planId}, ${subscription.ownRateTable},
      ${subscription.startedAt}, ${subscription.anchorAt}, ${subscription.periodNumber}, ${period.from}, ${period.to},
      ${subscription.nextPlanId}, ${unpaid?.since ?? null}, ${unpaid?.graceTo ?? null}, ${dueAt})
    on conflict (id) do update set plan_id = excluded.plan_id, anchor_at = excluded.anchor_at,
      period_number = excluded.period_number, period_from = excluded.period_from, period_to = excluded.period_to,
      next_plan_id = excluded.next_plan_id, unpaid_since = excluded.unpaid_since, grace_to = excluded.grace_to,
      due_at = excluded.due_at`.execute(tx);
}

export type SubscriptionEnd = 'cancelled' | 'unpaid' | 'replaced' | 'account_closed';

export async function endSubscription(
  tx: Transaction,
  end: { subscriptionId: string; reason: SubscriptionEnd; at: Date },
): Promise<void> {
  await sql`update billing.subscription set ended_at = ${end.at}, end_reason = ${end.reason}
    where id = ${end.subscriptionId}`.execute(tx);
}

/** What was taken for a plan. Its id is the cause of the money in the ledger. */
export type PlanCharge = {
  id: string;
  accountId: string;
  subscriptionId: string;
  kind: 'start' | 'renewal' | 'change';
  planId: string;
  fromPlanId: string | null;
  period: Period;
  daysLeft: number;
  days: number;
  amountMicros: Micros;
  currency: string;
  at: Date;
};

/** Notes what is taken. A period can be started once: the second time breaks the unique constraint. */
export async function insertPlanCharge(tx: Transaction, charge: PlanCharge): Promise<void> {
  await sql`insert into billing.plan_charge (id, account_id, subscription_id, kind, plan_id, from_plan_id, period_from,
      period_to, days_left, days, amount, currency, at)
    values (${charge.id}, ${charge.accountId}, ${charge.subscriptionId}, ${charge.kind}, ${charge.planId},
      ${charge.fromPlanId}, ${charge.period.from}, ${charge.period.to}, ${charge.daysLeft}, ${charge.days},
      ${charge.amountMicros}, ${charge.currency}, ${charge.at})`.execute(tx);
}

type ChargeRow = {
  id: string;
  account_id: string;
  subscription_id: string;
  kind: PlanCharge['kind'];
  plan_id: string;
  from_plan_id: string | null;
  period_from: Date;
  period_to: Date;
  days_left: number;
  days: number;
  amount: bigint;
  currency: string;
  at: Date;
};

/** What was taken for an account's plans after a charge, oldest first. */
export async function planChargesAfter(
  db: Executor,
  wanted: { accountId: string; after: string | null; most: number },
): Promise<PlanCharge[]> {
  const { rows } = await sql<ChargeRow>`
    select id, account_id, subscription_id, kind, plan_id, from_plan_id, period_from, period_to, days_left, days, amount,
      currency, at
    from billing.plan_charge
    where account_id = ${wanted.accountId} and id > ${wanted.after ?? NIL}::uuid
    order by id limit ${wanted.most}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    subscriptionId: row.subscription_id,
    kind: row.kind,
    planId: row.plan_id,
    fromPlanId: row.from_plan_id,
    period: { from: row.period_from, to: row.period_to },
    daysLeft: row.days_left,
    days: row.days,
    amountMicros: micros(row.amount),
    currency: row.currency,
    at: row.at,
  }));
}
