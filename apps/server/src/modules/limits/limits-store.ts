// What was chosen, lifted and opened. How far somebody has come stands in spending-store.ts.
import { type DestinationKind, type LimitName, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { ChosenLimits } from './limit.ts';

type CeilingRow = {
  owner_id: string;
  day_micros: bigint | null;
  hour_micros: bigint | null;
  per_minute_micros: bigint | null;
  connection_micros: bigint | null;
  calls: number | null;
  new_countries: number | null;
};

/** What was chosen for these accounts and users; one that is not there has the usual limits. */
export async function chosenLimitsOf(db: Executor, ownerIds: string[]): Promise<Map<string, ChosenLimits>> {
  const { rows } = await sql<CeilingRow>`
    select owner_id, day_micros, hour_micros, per_minute_micros, connection_micros, calls, new_countries
    from limits.ceiling where owner_id = any (${ownerIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.owner_id, toChosen(row)]));
}

const toChosen = (row: CeilingRow): ChosenLimits => ({
  dayMicros: row.day_micros === null ? null : micros(row.day_micros),
  hourMicros: row.hour_micros === null ? null : micros(row.hour_micros),
  perMinuteMicros: row.per_minute_micros === null ? null : micros(row.per_minute_micros),
  connectionMicros: row.connection_micros === null ? null : micros(row.connection_micros),
  calls: row.calls,
  newCountries: row.new_countries,
});

/** What somebody has who chose nothing. */
export const nothingChosen: ChosenLimits = {
  dayMicros: null,
  hourMicros: null,
  perMinuteMicros: null,
  connectionMicros: null,
  calls: null,
  newCountries: null,
};

/** Has the changes of an account's limits come one after another, until the end of the transaction. */
export async function lockLimitsOf(tx: Transaction, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`limits ${accountId}`}, 0))`.execute(tx);
}

export async function saveChosenLimits(
  tx: Transaction,
  saved: { ownerId: string; accountId: string; chosen: ChosenLimits; at: Date },
): Promise<void> {
  const { chosen } = saved;
  await sql`
    insert into limits.ceiling (owner_id, account_id, day_micros, hour_micros, per_minute_micros, connection_micros, calls,
      new_countries, changed_at)
    values (${saved.ownerId}, ${saved.accountId}, ${chosen.dayMicros}, ${chosen.hourMicros}, ${chosen.perMinuteMicros},
      ${chosen.connectionMicros}, ${chosen.calls}, ${chosen.newCountries}, ${saved.at})
    on conflict (owner_id) do update set day_micros = excluded.day_micros, hour_micros = excluded.hour_micros,
      per_minute_micros = excluded.per_minute_micros, connection_micros = excluded.connection_micros,
      calls = excluded.calls, new_countries = excluded.new_countries, changed_at = excluded.changed_at`.execute(tx);
}

/** The limits of an account that do not count now, each until an instant. */
export async function liftsOf(
  db: Executor,
  wanted: { accountId: string; now: Date },
): Promise<{ limit: LimitName; until: Date }[]> {
  const { rows } = await sql<{ limit_name: LimitName; until: Date }>`
    select limit_name, until from limits.lift
    where account_id = ${wanted.accountId} and until > ${wanted.now} order by limit_name`.execute(db);
  return rows.map((row) => ({ limit: row.limit_name, until: row.until }));
}

export async function saveLift(
  tx: Transaction,
  lift: { accountId: string; limit: LimitName; until: Date },
): Promise<void> {
  await sql`
    insert into limits.lift (account_id, limit_name, until) values (${lift.accountId}, ${lift.limit}, ${lift.until})
    on conflict (account_id, limit_name) do update set until = excluded.until`.execute(tx);
}

/** Takes a lift back. False when there is none. */
export async function deleteLift(
  tx: Transaction,
  lift: { accountId: string; limit: LimitName; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    delete from limits.lift where account_id = ${lift.accountId} and limit_name = ${lift.limit} and until > ${lift.now}
    returning limit_name`.execute(tx);
  return rows.length > 0;
}

/** A kind of number in a country; `001` is what belongs to none. */
export type CountryAndKind = { countryCode: string; kind: DestinationKind };

/** What an account opened, by country and kind. */
export async function openedBy(db: Executor, accountId: string): Promise<(CountryAndKind & { openedAt: Date })[]> {
  const { rows } = await sql<{ country_code: string; kind: DestinationKind; opened_at: Date }>`
    select country_code, kind, opened_at from limits.opened
    where account_id = ${accountId} order by country_code, kind limit 1000`.execute(db);
  return rows.map((row) => ({ countryCode: row.country_code, kind: row.kind, openedAt: row.opened_at }));
}

/** Whether an account may call an expensive destination. */
export async function isOpenedBy(db: Executor, wanted: { accountId: string } & CountryAndKind): Promise<boolean> {
  const { rows } = await sql`
    select from limits.opened where account_id = ${wanted.accountId} and country_code = ${wanted.countryCode}
      and kind = ${wanted.kind}`.execute(db);
  return rows.length > 0;
}

/** Opens a destination. False when it is open already. */
export async function insertOpened(
  tx: Transaction,
  opened: { accountId: string; userId: string; at: Date } & CountryAndKind,
): Promise<boolean> {
  const { rows } = await sql`
    insert into limits.opened (account_id, country_code, kind, opened_at, opened_by)
    values (${opened.accountId}, ${opened.countryCode}, ${opened.kind}, ${opened.at}, ${opened.userId})
    on conflict do nothing returning kind`.execute(tx);
  return rows.length > 0;
}

/** Closes a destination again. False when it was not open. */
export async function deleteOpened(
  tx: Transaction,
  closed: { accountId: string; countryCode: string; kind: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from limits.opened where account_id = ${closed.accountId} and country_code = ${closed.countryCode}
      and kind = ${closed.kind} returning kind`.execute(tx);
  return rows.length > 0;
}
