import type { CountedCall } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import { type ReadSums, sumsOfPast } from '../../platform/sums-of-past.ts';
import { NOTHING, plus, type Sums } from './figures.ts';

export type CountedDestination = { countryCode: string | null; kind: CountedCall['kind'] };
type OfDestination = CountedDestination & Sums;

/** What an account's calls came to between each instant of `starts` and the next, the last one up to `before`, by the start's place; and by destination. */
type CallSums = {
  byStart: ReadonlyMap<number, Sums>;
  byDestination: ReadonlyMap<string, OfDestination>;
};
/** `zone`: what is asked with another one may have other starts after the first. */
type Wanted = { accountId: string; zone: string; starts: readonly [Date, ...Date[]]; before: Date };

const sumsOfSpan = sumsOfPast<CallSums, Date>({
  most: 1_000,
  nothing: { byStart: new Map(), byDestination: new Map() },
  added,
});

/**
 * In whole quarters of an hour. Those that are over for longer than a day are remembered: an account with many calls does not pay for all of its
 * month each time that somebody looks.
 */
export async function callSums(database: Executor, { accountId, zone, starts, before }: Wanted): Promise<CallSums> {
  const [first] = starts;
  const sumSince = async (since: Date) => await readSums(database, { accountId, starts, since, before });
  return await sumsOfSpan(database, { asked: `${accountId} ${first.getTime()} ${zone}`, first, end: before, sumSince });
}

/** An account's sums of a span of time, in whole quarters of an hour. */
export async function sumsOf(
  database: Executor,
  { accountId, from, before }: { accountId: string; from: Date; before: Date },
): Promise<Sums> {
  const { byStart } = await callSums(database, { accountId, zone: '', starts: [from], before });
  return byStart.get(0) ?? NOTHING;
}

/** Most expensive first, then those with most calls. */
export function sumsOfDestinations({ byDestination }: CallSums): OfDestination[] {
  const nameOf = ({ countryCode, kind }: CountedDestination) => `${countryCode ?? ''} ${kind}`;
  return [...byDestination.values()].toSorted(
    (one, other) =>
      Number(other.spendMicros - one.spendMicros) || other.calls - one.calls || (nameOf(one) < nameOf(other) ? -1 : 1),
  );
}

function added(one: CallSums, other: CallSums): CallSums {
  const byStart = new Map(one.byStart);
  for (const [place, sums] of other.byStart) byStart.set(place, plus(byStart.get(place) ?? NOTHING, sums));
  const byDestination = new Map(one.byDestination);
  for (const [name, { countryCode, kind, ...sums }] of other.byDestination) {
    byDestination.set(name, { countryCode, kind, ...plus(byDestination.get(name) ?? NOTHING, sums) });
  }
  return { byStart, byDestination };
}

type Row = { upTo: Date; times: bigint; isSettled: boolean | null; place: number | null } & {
  countryCode: string | null;
  kind: CountedCall['kind'] | null;
} & { calls: number; answered: number; answeredSeconds: bigint; spendMicros: bigint };

/**
 * In one statement, so that all of it is of one moment, and quarters are read once for both kinds of sums. What is counted in a quarter that was
 * over for a day is noted as a change of the past: two hours more are left to whoever counts it.
 */
async function readSums(
  database: Executor,
  { accountId, starts, since, before }: Pick<Wanted, 'accountId' | 'starts' | 'before'> & { since: Date },
): Promise<ReadSums<CallSums, Date>> {
  const { rows } = await sql<Row>`
    with bound as (
      select greatest(${since}::timestamptz, least(${before}::timestamptz,
          date_bin('15 minutes', now() - interval '26 hours', timestamptz '2000-01-01 00:00Z'))) as up_to,
        coalesce((select times from insight.past_change where account_id = ${accountId}), 0)::bigint as times),
    part as materialized (
      select quarter < up_to as is_settled, width_bucket(quarter, ${starts}::timestamptz[]) - 1 as place,
        country_code, destination_kind as kind, calls, answered, answered_seconds, spend_micros
      from insight.call_quarter, bound
      where account_id = ${accountId} and quarter >= ${since} and quarter < ${before})
    select up_to as "upTo", times, is_settled as "isSettled", place, country_code as "countryCode", kind,
      coalesce(sum(calls), 0)::int as calls, coalesce(sum(answered), 0)::int as answered,
      coalesce(sum(answered_seconds), 0)::bigint as "answeredSeconds", coalesce(sum(spend_micros), 0)::bigint as "spendMicros"
    from bound left join part on true
    group by grouping sets ((up_to, times, is_settled, place), (up_to, times, is_settled, country_code, kind))`.execute(
    database,
  );
  const [{ upTo, times } = { upTo: since, times: 0n }] = rows;
  const of = (isSettled: boolean) => sumsOfRows(rows.filter((row) => row.isSettled === isSettled));
  return { upTo, times, settled: of(true), open: of(false) };
}

function sumsOfRows(rows: readonly Row[]): CallSums {
  const byStart = new Map<number, Sums>();
  const byDestination = new Map<string, OfDestination>();
  for (const { place, countryCode, kind, calls, answered, answeredSeconds, spendMicros } of rows) {
    const sums = { calls, answered, answeredSeconds: Number(answeredSeconds), spendMicros };
    if (place !== null) byStart.set(place, sums);
    else if (kind !== null) {
      byDestination.set(`${countryCode} ${kind}`, {
        countryCode: countryCode === '' ? null : countryCode,
        kind,
        ...sums,
      });
    }
  }
  return { byStart, byDestination };
}
