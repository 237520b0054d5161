import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import { type LocalDay } from '../../platform/local-days.ts';

/** How far the statements of an account have come. */
export type StatementSchedule = {
  accountId: string;
  /** Of the month that is stated next. */
  firstDay: LocalDay;
  beginsAt: Date;
  /** The last ledger entry that the statement before could know, and the balance that it closed with. */
  seenEntry: bigint;
  balanceMicros: Micros;
};

/** Those of these accounts that have no schedule. */
export async function withoutSchedule(db: Executor, accountIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${accountIds}::uuid[]) id
    where not exists (select from billing.statement_course where account_id = id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Begins the schedules of accounts that have none. */
export async function beginSchedules(
  db: Executor,
  begun: { accountId: string; month: string; beginsAt: Date; dueAt: Date }[],
): Promise<void> {
  await sql`
    insert into billing.statement_course (account_id, month, month_begins_at, due_at)
    select * from unnest(
      ${begun.map((one) => one.accountId)}::uuid[], ${begun.map((one) => one.month)}::date[],
      ${begun.map((one) => one.beginsAt)}::timestamptz[], ${begun.map((one) => one.dueAt)}::timestamptz[])
    on conflict do nothing`.execute(db);
}

type ScheduleRow = {
  account_id: string;
  year: number;
  month: number;
  month_begins_at: Date;
  seen_entry: bigint;
  balance: bigint;
};

/** Locks the schedule that has been due longest until the end of the transaction; null when none is due that is free. */
export async function lockDueSchedule(tx: Transaction, now: Date): Promise<StatementSchedule | null> {
  const { rows } = await sql<ScheduleRow>`
    select account_id, extract(year from month)::int as year, extract(month from month)::int as month, month_begins_at,
      seen_entry, balance
    from billing.statement_course where due_at <= ${now} order by due_at, account_id limit 1 for update skip locked`.execute(
    tx,
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    accountId: row.account_id,
    firstDay: { year: row.year, month: row.month, day: 1 },
    beginsAt: row.month_begins_at,
    seenEntry: row.seen_entry,
    balanceMicros: micros(row.balance),
  };
}

/** Lets a schedule that is due be due later; one that has gone on meanwhile stays as it is. */
export async function putOffSchedule(
  db: Executor,
  schedule: { accountId: string; now: Date; until: Date },
): Promise<void> {
  await sql`update billing.statement_course set due_at = ${schedule.until}
    where account_id = ${schedule.accountId} and due_at <= ${schedule.now}`.execute(db);
}

/** Writes what a schedule has closed, and when it is due again. */
export async function saveSchedule(
  tx: Transaction,
  schedule: {
    accountId: string;
    month: string;
    beginsAt: Date;
    seenEntry: bigint;
    balanceMicros: Micros;
    dueAt: Date;
  },
): Promise<void> {
  await sql`
    update billing.statement_course set month = ${schedule.month}::date, month_begins_at = ${schedule.beginsAt},
      seen_entry = ${schedule.seenEntry}, balance = ${schedule.balanceMicros}, due_at = ${schedule.dueAt}
    where account_id = ${schedule.accountId}`.execute(tx);
}
