// The statements about what messages cost.
import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import type { SegmentRate } from './segment-rates.ts';

/** What messages cost by a table, now or later. */
export async function segmentRatesOfTable(db: Executor, wanted: { table: string; at: Date }): Promise<SegmentRate[]> {
  const { rows } = await sql<{
    id: string;
    country_code: string;
    prefix: string;
    per_segment_micros: bigint;
    effective_from: Date;
    effective_to: Date | null;
  }>`
    select id, country_code, prefix, per_segment_micros, effective_from, effective_to from rating.message_rate
    where rate_table = ${wanted.table} and (effective_to is null or effective_to > ${wanted.at})`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    countryCode: row.country_code,
    prefix: row.prefix,
    perSegmentMicros: micros(row.per_segment_micros),
    effectiveFrom: row.effective_from,
    effectiveTo: row.effective_to,
  }));
}

/** Adds the rates of countries that have none in a table of samples yet; what is there stays as it is. Without the table, none. */
export async function addMissingSegmentRates(
  tx: Executor,
  table: string,
  rates: readonly Pick<SegmentRate, 'countryCode' | 'perSegmentMicros' | 'effectiveFrom'>[],
): Promise<void> {
  await sql`insert into rating.message_rate (rate_table, country_code, per_segment_micros, effective_from)
    select ${table}, added.* from unnest(
      ${rates.map((rate) => rate.countryCode)}::text[], ${rates.map((rate) => rate.perSegmentMicros)}::bigint[],
      ${rates.map((rate) => rate.effectiveFrom)}::timestamptz[]) added (country_code)
    where not exists (
      select from rating.message_rate there where there.rate_table = ${table}
        and there.country_code = added.country_code)
      and exists (select from rating.rate_table where name = ${table} and is_sample)`.execute(tx);
}
