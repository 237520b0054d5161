import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import { NO_SLOTS, type Reading, type SlotCounts } from './reading.ts';

/** Adds readings; where a slot has one already, the worst of both stays. */
export async function saveReadings(database: Executor, readings: readonly Reading[]): Promise<void> {
  const rows = JSON.stringify(readings);
  await sql`insert into status.reading as held (slot, web, engine, database)
    select slot, bool_and(web), bool_and(engine), bool_and(database)
    from json_to_recordset(${rows}::json) as seen (slot timestamptz, web boolean, engine boolean, database boolean)
    group by slot
    on conflict (slot) do update set
      web = least(held.web, excluded.web),
      engine = least(held.engine, excluded.engine),
      database = least(held.database, excluded.database)`.execute(database);
}

/** The oldest slot that is kept, or null. */
export async function firstSlot(database: Executor): Promise<Date | null> {
  const { rows } = await sql<{ slot: Date | null }>`select min(slot) as slot from status.reading`.execute(database);
  return rows[0]?.slot ?? null;
}

/** The newest reading, or null. */
export async function newestReading(database: Executor): Promise<Reading | null> {
  const { rows } = await sql<Reading>`select slot, web, engine, database
    from status.reading order by slot desc limit 1`.execute(database);
  return rows[0] ?? null;
}

const counts = sql`
  count(*)::integer as measured,
  (count(*) filter (where least(web, engine, database)))::integer as "all",
  (count(*) filter (where web))::integer as web,
  (count(*) filter (where engine))::integer as engine,
  (count(*) filter (where database))::integer as database`;

/** The slots from `from` on and before `to`. */
export async function countSlots(database: Executor, stretch: { from: Date; to: Date }): Promise<SlotCounts> {
  const { rows } = await sql<SlotCounts>`select ${counts} from status.reading
    where slot >= ${stretch.from} and slot < ${stretch.to}`.execute(database);
  return rows[0] ?? NO_SLOTS;
}

/** The same by UTC day; days without a reading are left out. */
export async function countSlotsByDay(
  database: Executor,
  stretch: { from: Date; to: Date },
): Promise<Map<string, SlotCounts>> {
  const { rows } = await sql<SlotCounts & { day: string }>`
    select to_char(slot at time zone 'UTC', 'YYYY-MM-DD') as day, ${counts} from status.reading
    where slot >= ${stretch.from} and slot < ${stretch.to}
    group by 1 order by 1 limit 40`.execute(database);
  return new Map(rows.map(({ day, ...slots }) => [day, slots]));
}

/** Forgets what was measured before an instant. */
export async function forgetReadings(database: Executor, before: Date): Promise<void> {
  await sql`delete from status.reading where slot < ${before}`.execute(database);
}

/** Writes the instant into the one probe row and gives what is read back from it. */
export async function writeProbe(database: Executor, at: Date): Promise<Date | null> {
  await sql`insert into status.probe (written_at) values (${at})
    on conflict (is_single) do update set written_at = excluded.written_at`.execute(database);
  const { rows } = await sql<{ written_at: Date }>`select written_at from status.probe`.execute(database);
  return rows[0]?.written_at ?? null;
}
