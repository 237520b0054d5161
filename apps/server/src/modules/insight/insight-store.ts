import type { CountedCall } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';

// Who counts calls moves many quarters: always in the order of their keys.

export type EndedCall = { id: string; accountId: string; facts: CountedCall };

/**
 * Adds ended calls to the sums of their accounts, each once for ever: its beginning, answer and time to the quarter in
 * which it began, its price to the one in which it ended and was charged; and to those of the person, once for ever too, as soon as it is told
 * who that is. Returns how many were not counted before. Of accounts that are closed no person is kept.
 */
export async function countCalls(database: Executor, calls: EndedCall[]): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    with sent as (
      select distinct on (id) * from jsonb_to_recordset(${JSON.stringify(calls.map(sentCall))}::jsonb) as call (
        id uuid, account_id uuid, peer text, country_code text, kind text, started_at timestamptz, ended_at timestamptz,
        answered integer, answered_seconds bigint, cost_micros bigint)
      order by id, peer),
    written as (
      insert into insight.counted_call as held (call_id, has_person) select id, peer is not null from sent
      on conflict (call_id) do update set has_person = true where excluded.has_person and not held.has_person
      -- A row that was there has been locked by who changed it.
      returning call_id, has_person, xmax = 0 as is_new),
    counted as (select call_id from written where is_new),
    known as (
      insert into insight.person as held (account_id, peer, calls, answered_seconds, spend_micros)
      select account_id, peer, count(*), sum(answered_seconds), sum(cost_micros)
      from sent join written on call_id = id and has_person
      where not exists (select from insight.closed_account closed where closed.account_id = sent.account_id)
      group by account_id, peer order by account_id, peer
      on conflict (account_id, peer) do update set
        calls = held.calls + excluded.calls, answered_seconds = held.answered_seconds + excluded.answered_seconds,
        spend_micros = held.spend_micros + excluded.spend_micros),
    part as (
      select account_id, started_at as at, country_code, kind, 1 as calls, answered, answered_seconds, 0 as spend
      from sent join counted on call_id = id
      union all
      select account_id, ended_at, country_code, kind, 0, 0, 0, cost_micros
      from sent join counted on call_id = id where cost_micros > 0),
    moved as (
      insert into insight.call_quarter as held
        (account_id, quarter, country_code, destination_kind, calls, answered, answered_seconds, spend_micros)
      select account_id, date_bin('15 minutes', at, timestamptz '2000-01-01 00:00Z') as quarter, country_code, kind,
        sum(calls), sum(answered), sum(answered_seconds), sum(spend)
      from part group by account_id, quarter, country_code, kind
      order by account_id, quarter, country_code, kind
      on conflict (account_id, quarter, country_code, destination_kind) do update set
        calls = held.calls + excluded.calls, answered = held.answered + excluded.answered,
        answered_seconds = held.answered_seconds + excluded.answered_seconds,
        spend_micros = held.spend_micros + excluded.spend_micros)
    select count(*)::int as counted from counted`.execute(database);
  return rows[0]?.counted ?? 0;
}

const sentCall = ({ id, accountId, facts }: EndedCall) => ({
  id,
  account_id: accountId,
  peer: facts.peer ?? null,
  country_code: facts.countryCode ?? '',
  kind: facts.kind,
  started_at: facts.startedAt,
  ended_at: facts.endedAt,
  answered: facts.isAnswered ? 1 : 0,
  answered_seconds: facts.answeredSeconds,
  cost_micros: facts.costMicros,
});

/** What calls came to. */
export type Sums = { calls: number; answered: number; answeredSeconds: number; spendMicros: bigint };

type SumsRow = { calls: number; answered: number; answeredSeconds: bigint; spendMicros: string };

const SUMS = sql`coalesce(sum(calls), 0)::int as calls, coalesce(sum(answered), 0)::int as answered,
  coalesce(sum(answered_seconds), 0)::bigint as "answeredSeconds",
  coalesce(sum(spend_micros), 0)::text as "spendMicros"`;

const toSums = (row: SumsRow): Sums => ({
  calls: row.calls,
  answered: row.answered,
  answeredSeconds: Number(row.answeredSeconds),
  spendMicros: BigInt(row.spendMicros),
});

type Span = { accountId: string; from: Date; before: Date };

/** An account's sums of a span of time, in whole quarters of an hour. */
export async function sumsOf(database: Executor, span: Span): Promise<Sums> {
  const { rows } = await sql<SumsRow>`
    select ${SUMS} from insight.call_quarter
    where account_id = ${span.accountId} and quarter >= ${span.from} and quarter < ${span.before}`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error('a sum is always a row');
  return toSums(row);
}

/** An account's sums between each instant of `starts` and the next, the last one up to `before`; by the start's place. */
export async function sumsByStart(
  database: Executor,
  wanted: { accountId: string; starts: Date[]; before: Date },
): Promise<Map<number, Sums>> {
  const { rows } = await sql<SumsRow & { place: number }>`
    select width_bucket(quarter, ${wanted.starts}::timestamptz[]) - 1 as place, ${SUMS}
    from insight.call_quarter
    where account_id = ${wanted.accountId} and quarter >= ${wanted.starts[0]} and quarter < ${wanted.before}
    group by place`.execute(database);
  return new Map(rows.map((row) => [row.place, toSums(row)]));
}

export type CountedDestination = { countryCode: string | null; kind: CountedCall['kind'] };

/** An account's sums of a span of time by country and kind of destination: most expensive first, then those with most calls. */
export async function sumsByDestination(database: Executor, span: Span): Promise<(CountedDestination & Sums)[]> {
  const { rows } = await sql<SumsRow & CountedDestination>`
    select nullif(country_code, '') as "countryCode", destination_kind as kind, ${SUMS}
    from insight.call_quarter
    where account_id = ${span.accountId} and quarter >= ${span.from} and quarter < ${span.before}
    group by country_code, destination_kind
    order by sum(spend_micros) desc, sum(calls) desc, country_code, destination_kind limit 3000`.execute(database);
  return rows.map(({ countryCode, kind, ...sums }) => ({ countryCode, kind, ...toSums(sums) }));
}

/** What calls with one person came to, over all time. */
export async function callSumsOfPerson(
  database: Executor,
  { accountId, peer }: { accountId: string; peer: string },
): Promise<Pick<Sums, 'calls' | 'answeredSeconds' | 'spendMicros'>> {
  const { rows } = await sql<Pick<SumsRow, 'calls' | 'answeredSeconds' | 'spendMicros'>>`
    select calls, answered_seconds as "answeredSeconds", spend_micros::text as "spendMicros"
    from insight.person where account_id = ${accountId} and peer = ${peer}`.execute(database);
  const { calls = 0, answeredSeconds = 0n, spendMicros = '0' } = rows[0] ?? {};
  return { calls, answeredSeconds: Number(answeredSeconds), spendMicros: BigInt(spendMicros) };
}

/** How far the calls before our time have been counted: those from `before` on are done. Null: nobody began. */
export async function earlierCalls(database: Executor): Promise<{ before: string; isDone: boolean } | null> {
  const { rows } = await sql<{ before: string; isDone: boolean }>`
    select before, is_done as "isDone" from insight.earlier_calls`.execute(database);
  return rows[0] ?? null;
}

export async function saveEarlierCalls(
  database: Executor,
  progress: { before: string; isDone: boolean },
): Promise<void> {
  await sql`insert into insight.earlier_calls (before, is_done) values (${progress.before}, ${progress.isDone})
    on conflict (single) do update set before = excluded.before, is_done = excluded.is_done`.execute(database);
}
