import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Executor, isLockTimeout, type Transaction, waitForLocksAtMost } from '../../../platform/database.ts';
import { NIL } from '../../../platform/in-turn.ts';
import type { Month } from './month.ts';

/** What explains calls, each table with a partition a month. */
export const KEPT_BY_MONTH = ['leg', 'step', 'quality_batch'] as const;
export type KeptByMonth = (typeof KEPT_BY_MONTH)[number];

/** Somebody who reads long holds up whoever changes partitions, who would hold up every call: better to give up, and try again. */
const PATIENCE_MS = 2_000;
const MOMENT_MS = 500;
const TRIES = 20;

const suffixOf = ({ name }: Month) => name.replaceAll('-', '_');
const partition = (table: KeptByMonth, month: Month) => sql.table(`calls.${table}_${suffixOf(month)}`);

/** The names of the months that have partitions, in no order, with how much disk they take, in bytes. */
export async function monthsKept(database: Executor): Promise<{ name: string; bytes: bigint }[]> {
  const { rows } = await sql<{ name: string; bytes: bigint }>`
    select replace(substr(part.relname, length(parent.relname) + 2), '_', '-') as name,
      sum(pg_total_relation_size(part.oid))::int8 as bytes
    from pg_inherits join pg_class part on part.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where inhparent = any (${KEPT_BY_MONTH.map((table) => `calls.${table}`)}::text[]::regclass[])
      and part.relname <> parent.relname || '_default'
    group by 1`.execute(database);
  return rows;
}

/** Gives a month its partitions, unless it has them. */
export async function addMonth(tx: Transaction, month: Month): Promise<void> {
  await waitForLocksAtMost(tx, PATIENCE_MS);
  await sql`select calls.add_partitions(${suffixOf(month)}, ${month.firstId}::uuid, ${month.endId}::uuid)`.execute(tx);
}

/** Takes a month's partitions out, with all that is in them, and notes that they were. */
export async function takeMonthOut(tx: Transaction, month: Month, at: Date): Promise<void> {
  await holdCalls(tx);
  await waitForLocksAtMost(tx, PATIENCE_MS);
  for (const table of KEPT_BY_MONTH) {
    await sql`alter table ${sql.table(`calls.${table}`)} detach partition ${partition(table, month)}`.execute(tx);
    await sql`drop table ${partition(table, month)}`.execute(tx);
  }
  await sql`insert into calls.archived_month (name, first_id, end_id, archived_at)
    values (${month.name}, ${month.firstId ?? NIL}, ${month.endId}, ${at})
    on conflict (name) do update set archived_at = excluded.archived_at`.execute(tx);
}

/**
 * Nobody reads or changes a call until the transaction ends. While it waits for somebody's statement all others wait behind it: so it waits for a moment
 * only, and tries again a second later.
 */
async function holdCalls(tx: Transaction): Promise<void> {
  await waitForLocksAtMost(tx, MOMENT_MS);
  for (let left = TRIES; ; left -= 1) {
    await sql`savepoint before_calls`.execute(tx);
    try {
      // The rows refer to calls: first, as the end of a call takes them, so that neither waits for the other for ever.
      await sql`lock table calls.call in access exclusive mode`.execute(tx);
      return;
    } catch (error) {
      if (!isLockTimeout(error) || left === 1) throw error;
      await sql`rollback to savepoint before_calls`.execute(tx);
      await setTimeout(1_000);
    }
  }
}

/** A transaction that writes or reads files has nothing to ask meanwhile, for as long as the disk needs. */
export async function waitForDisk(tx: Transaction): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
}

/** Nobody writes into a month until the transaction ends. */
export async function holdMonth(tx: Transaction, month: Month): Promise<void> {
  await waitForLocksAtMost(tx, PATIENCE_MS);
  for (const table of KEPT_BY_MONTH) await sql`lock table ${partition(table, month)} in share mode`.execute(tx);
}

/** A month's rows of a table, as lines of JSON, so many at a time. */
export async function* linesOfMonth(
  tx: Transaction,
  read: { table: KeptByMonth; month: Month; atATime: number },
): AsyncGenerator<string[], void> {
  await sql`declare rows_of_month no scroll cursor for
    select row_to_json(part)::text as line from ${partition(read.table, read.month)} part order by call_id`.execute(tx);
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(read.atATime)} from rows_of_month`.execute(tx);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`close rows_of_month`.execute(tx);
}

/**
 * Puts lines of JSON back as rows, all of which have the columns of the first; what is there already is left as it is, and a column that the table
 * got later has its default. Gives how many were put back.
 */
export async function putBack(tx: Transaction, table: KeptByMonth, lines: readonly string[]): Promise<number> {
  const [first] = lines;
  if (first === undefined) return 0;
  const columns = sql.join(Object.keys(JSON.parse(first) as object).map((name) => sql.ref(name)));
  const into = sql.table(`calls.${table}`);
  const { numAffectedRows } = await sql`
    insert into ${into} (${columns})
    select ${columns} from unnest(${lines}::json[]) line cross join lateral json_populate_record(null::${into}, line)
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** A month that was put back is not archived any more. */
export async function forgetArchived(tx: Transaction, { name }: Month): Promise<void> {
  await sql`delete from calls.archived_month where name = ${name}`.execute(tx);
}

/** When the month of a call was archived; null while what explains the call is here. */
export async function archivedAt(database: Executor, callId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select archived_at as at from calls.archived_month where first_id <= ${callId} and end_id > ${callId}`.execute(
    database,
  );
  return rows[0]?.at ?? null;
}

/** Whether a call that began before the end of a month is not over yet. */
export async function hasOpenCallBefore(database: Executor, endId: string): Promise<boolean> {
  const { rows } = await sql`
    select from calls.call where state <> 'ended' and id < ${endId} limit 1`.execute(database);
  return rows.length > 0;
}
