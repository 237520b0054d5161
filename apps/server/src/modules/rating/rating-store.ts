// Every statement of rating. Nothing here is locked: books are read whole, quotes are only added.
import { type DestinationKind, micros } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import { storedJson } from '../../platform/stored-json.ts';
import type { CallTerms } from './call-terms.ts';
import type { Destination } from './destination.ts';
import type { Quote } from './quote.ts';
import type { RatedNumber } from './rate-number.ts';
import type { Rate, RateTable } from './rate-book.ts';

/** The rate tables that have rates of their own. */
export async function allRateTables(db: Executor): Promise<RateTable[]> {
  const { rows } = await sql<{ name: string; version: bigint; currency: string; is_sample: boolean }>`
    select name, version, currency, is_sample from rating.rate_table where based_on is null order by name`.execute(db);
  return rows.map((row) => ({
    name: row.name,
    version: Number(row.version),
    currency: row.currency,
    isSample: row.is_sample,
  }));
}

export async function allDestinations(db: Executor): Promise<Destination[]> {
  const { rows } = await sql<{ prefix: string; country_code: string; kind: DestinationKind; operator: string | null }>`
    select prefix, country_code, kind, operator from rating.destination`.execute(db);
  return rows.map((row) => ({
    prefix: row.prefix,
    countryCode: row.country_code,
    kind: row.kind,
    operator: row.operator,
  }));
}

type TermsRow = {
  currency: string;
  per_minute_micros: bigint;
  connection_micros: bigint;
  minimum_seconds: number;
  first_seconds: number;
  next_seconds: number;
};

const toTerms = (row: TermsRow): CallTerms => ({
  currency: row.currency,
  perMinuteMicros: micros(row.per_minute_micros),
  connectionMicros: micros(row.connection_micros),
  minimumSeconds: row.minimum_seconds,
  firstSeconds: row.first_seconds,
  nextSeconds: row.next_seconds,
});

type RateRow = TermsRow & {
  id: string;
  country_code: string;
  kind: DestinationKind;
  prefix: string;
  is_open: boolean;
  effective_from: Date;
  effective_to: Date | null;
};

/** The rates of a table that count at this instant or later. */
export async function ratesOfTable(db: Executor, wanted: { table: string; at: Date }): Promise<Rate[]> {
  const { rows } = await sql<RateRow>`
    select rate.id, currency, country_code, kind, prefix, per_minute_micros, connection_micros, minimum_seconds,
      first_seconds, next_seconds, is_open, effective_from, effective_to
    from rating.rate join rating.rate_table on rate_table.name = rate.rate_table
    where rate.rate_table = ${wanted.table} and (effective_to is null or effective_to > ${wanted.at})`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    countryCode: row.country_code,
    kind: row.kind,
    prefix: row.prefix,
    terms: toTerms(row),
    isOpen: row.is_open,
    effectiveFrom: row.effective_from,
    effectiveTo: row.effective_to,
  }));
}

export async function insertQuote(tx: Executor, quote: Quote): Promise<void> {
  await quotesInsert([quote], sql``).execute(tx);
}

/** What is frozen as a quote. */
export type Frozen = { id: string; rated: RatedNumber; at: Date };

/** A piece of another module's statement: writes the quotes of those whose id is among `ids`, a relation. */
export const freezeManySql = (frozen: readonly Frozen[], ids: RawBuilder<string>): RawBuilder<unknown> => {
  const quotes = frozen.map(({ id, rated, at }) => ({ ...rated, id, frozenAt: at }));
  return quotesInsert(quotes, sql`where id in (${ids})`);
};

function quotesInsert(quotes: readonly Quote[], which: RawBuilder<unknown>): RawBuilder<unknown> {
  const rows = quotes.map(({ destination, terms, ...quote }) => ({
    id: quote.id,
    number: quote.number,
    prefix: destination.prefix,
    country_code: destination.countryCode,
    kind: destination.kind,
    operator: destination.operator,
    rate_id: quote.rateId,
    rate_table: quote.rateTable,
    rate_table_version: quote.rateTableVersion,
    currency: terms.currency,
    per_minute_micros: String(terms.perMinuteMicros),
    connection_micros: String(terms.connectionMicros),
    minimum_seconds: terms.minimumSeconds,
    first_seconds: terms.firstSeconds,
    next_seconds: terms.nextSeconds,
    frozen_at: quote.frozenAt,
  }));
  const columns =
    sql.raw(`id, number, prefix, country_code, kind, operator, rate_id, rate_table, rate_table_version, currency,
    per_minute_micros, connection_micros, minimum_seconds, first_seconds, next_seconds, frozen_at`);
  return sql`insert into rating.quote (${columns})
    select ${columns} from jsonb_populate_recordset(null::rating.quote, ${storedJson(rows)}::jsonb) ${which}`;
}

type QuoteRow = TermsRow & {
  id: string;
  number: string;
  prefix: string;
  country_code: string | null;
  kind: DestinationKind;
  operator: string | null;
  rate_id: string | null;
  rate_table: string;
  rate_table_version: bigint;
  frozen_at: Date;
};

export async function findQuote(db: Executor, quoteId: string): Promise<Quote | null> {
  const { rows } = await sql<QuoteRow>`
    select id, number, prefix, country_code, kind, operator, rate_id, rate_table, rate_table_version, currency,
      per_minute_micros, connection_micros, minimum_seconds, first_seconds, next_seconds, frozen_at
    from rating.quote where id = ${quoteId}`.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  return {
    id: row.id,
    number: row.number,
    destination: { prefix: row.prefix, countryCode: row.country_code, kind: row.kind, operator: row.operator },
    terms: toTerms(row),
    rateId: row.rate_id,
    rateTable: row.rate_table,
    rateTableVersion: Number(row.rate_table_version),
    frozenAt: row.frozen_at,
  };
}

/** The checksum of what was loaded last under this name; null: nothing was. */
export async function loadedChecksum(db: Executor, name: string): Promise<string | null> {
  const { rows } = await sql<{ checksum: string }>`
    select checksum from rating.loaded_file where name = ${name}`.execute(db);
  return rows[0]?.checksum ?? null;
}

export async function rememberLoaded(tx: Executor, file: { name: string; checksum: string }): Promise<void> {
  await sql`insert into rating.loaded_file (name, checksum) values (${file.name}, ${file.checksum})
    on conflict (name) do update set checksum = excluded.checksum, loaded_at = now()`.execute(tx);
}

/** Puts these destinations in place of all that were there; every rate table has a new version. */
export async function replaceDestinations(tx: Executor, destinations: readonly Destination[]): Promise<void> {
  await sql`delete from rating.destination`.execute(tx);
  await sql`insert into rating.destination (prefix, country_code, kind, operator)
    select * from unnest(
      ${destinations.map((one) => one.prefix)}::text[], ${destinations.map((one) => one.countryCode)}::text[],
      ${destinations.map((one) => one.kind)}::text[], ${destinations.map((one) => one.operator)}::text[])`.execute(tx);
  await sql`update rating.rate_table set version = version + 1, changed_at = now()`.execute(tx);
}

export async function insertRateTable(
  tx: Executor,
  table: { name: string; currency: string; isSample: boolean },
): Promise<void> {
  await sql`insert into rating.rate_table (name, currency, is_sample)
    values (${table.name}, ${table.currency}, ${table.isSample}) on conflict do nothing`.execute(tx);
}

export type NewRate = Omit<Rate, 'id'>;

/** Adds the rates of kinds and countries that have none in a table of samples yet; what is there stays as it is. */
export async function addMissingRates(tx: Executor, table: string, rates: readonly NewRate[]): Promise<void> {
  await sql`insert into rating.rate (
      rate_table, country_code, kind, prefix, per_minute_micros, connection_micros, minimum_seconds, first_seconds,
      next_seconds, is_open, effective_from, effective_to)
    select ${table}, added.* from unnest(
      ${rates.map((rate) => rate.countryCode)}::text[], ${rates.map((rate) => rate.kind)}::text[],
      ${rates.map((rate) => rate.prefix)}::text[], ${rates.map((rate) => rate.terms.perMinuteMicros)}::bigint[],
      ${rates.map((rate) => rate.terms.connectionMicros)}::bigint[],
      ${rates.map((rate) => rate.terms.minimumSeconds)}::integer[],
      ${rates.map((rate) => rate.terms.firstSeconds)}::integer[],
      ${rates.map((rate) => rate.terms.nextSeconds)}::integer[], ${rates.map((rate) => rate.isOpen)}::boolean[],
      ${rates.map((rate) => rate.effectiveFrom)}::timestamptz[],
      ${rates.map((rate) => rate.effectiveTo)}::timestamptz[]) added (country_code, kind)
    where not exists (
      select from rating.rate there where there.rate_table = ${table}
        and there.country_code = added.country_code and there.kind = added.kind)
      and exists (select from rating.rate_table where name = ${table} and is_sample)`.execute(tx);
}
