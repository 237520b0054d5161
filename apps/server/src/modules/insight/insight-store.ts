import type { CountedCall } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import type { Sums } from './figures.ts';

// Who counts calls moves many quarters: always in the order of their keys.

export type EndedCall = { id: string; accountId: string; facts: CountedCall };

/**
 * Adds ended calls to the sums of their accounts, each once for ever: its beginning, answer and time to the quarter in
 * which it began, its price to the one in which it ended and was charged; and to those of the person, once for ever too, as soon as it is told
 * who that is. Returns how many were not counted before. Of accounts that are closed no person is kept. A quarter that was over for a day is a
 * change of the past, which whoever remembers sums looks for.
 */
export async function countCalls(database: Executor, calls: EndedCall[]): Promise<number> {
  const written = sql`
      insert into insight.counted_call as held (call_id, has_person, has_answer) select id, peer is not null, answered = 1 from sent
      on conflict (call_id) do update set has_person = true where excluded.has_person and not held.has_person
      -- A row that was there has been locked by who changed it.
      returning call_id, has_person, xmax = 0 as is_counted, 1 as calls`;
  return await addToSums(database, calls, written);
}

/**
 * Adds to the sums what calls came to that were charged for an answer after they had ended, each once for ever: the answer, its time and its
 * price, of the call too where its end was not counted.
 */
export async function countLateAnswers(database: Executor, calls: EndedCall[]): Promise<number> {
  const written = sql`
      insert into insight.counted_call as held (call_id, has_person, has_answer) select id, peer is not null, true from sent
      on conflict (call_id) do update set has_answer = true where not held.has_answer
      returning call_id, has_person, true as is_counted, (xmax = 0)::int as calls`;
  return await addToSums(database, calls, written);
}

/** `written`: the calls of which something is to be added, with whether it is to the sums or the person's alone, and whether the call itself is new there. */
async function addToSums(database: Executor, calls: EndedCall[], written: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    with sent as (
      select distinct on (id) * from jsonb_to_recordset(${JSON.stringify(calls.map(sentCall))}::jsonb) as call (
        id uuid, account_id uuid, peer text, country_code text, kind text, started_at timestamptz, ended_at timestamptz,
        answered integer, answered_seconds bigint, cost_micros bigint)
      order by id, peer),
    written as (${written}),
    counted as (select call_id, calls from written where is_counted),
    known as (
      insert into insight.person as held (account_id, peer, calls, answered_seconds, spend_micros)
      select account_id, peer, sum(written.calls), sum(answered_seconds), sum(cost_micros)
      from sent join written on call_id = id and has_person
      where not exists (select from insight.closed_account closed where closed.account_id = sent.account_id)
      group by account_id, peer order by account_id, peer
      on conflict (account_id, peer) do update set
        calls = held.calls + excluded.calls, answered_seconds = held.answered_seconds + excluded.answered_seconds,
        spend_micros = held.spend_micros + excluded.spend_micros),
    part as (
      select account_id, started_at as at, country_code, kind, counted.calls, answered, answered_seconds, 0 as spend
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
        spend_micros = held.spend_micros + excluded.spend_micros),
    noted as (
      insert into insight.past_change as held (account_id, times)
      select distinct account_id, 1 from part where at < now() - interval '1 day' order by account_id
      on conflict (account_id) do update set times = held.times + 1)
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

/** What calls with one person came to, over all time. */
export async function callSumsOfPerson(
  database: Executor,
  { accountId, peer }: { accountId: string; peer: string },
): Promise<Omit<Sums, 'answered'>> {
  const { rows } = await sql<{ calls: number; answeredSeconds: bigint; spendMicros: string }>`
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
