import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import { type ReadSums, sumsOfPast } from '../../../platform/sums-of-past.ts';

/** What calls come to. */
type CallSums = { calls: number; answered: number; answeredSeconds: number; costMicros: bigint };
type Span = { accountId: string; from: Date; to: Date };

const NOTHING: CallSums = { calls: 0, answered: 0, answeredSeconds: 0, costMicros: 0n };
const added = (one: CallSums, other: CallSums): CallSums => ({
  calls: one.calls + other.calls,
  answered: one.answered + other.answered,
  answeredSeconds: one.answeredSeconds + other.answeredSeconds,
  costMicros: one.costMicros + other.costMicros,
});
const sumsOfSpan = sumsOfPast<CallSums, string>({ most: 10_000, nothing: NOTHING, added });

/**
 * What the calls that an account placed in a span of time come to. One counts once it was allowed; its price once it has ended. What was summed up of
 * calls that are over is remembered: an account with many does not pay for all of its year each time that somebody looks.
 */
export async function statsBetween(database: Executor, { accountId, from, to }: Span): Promise<CallSums> {
  const [first, end] = [firstIdAt(from), firstIdAt(to)];
  const sumSince = async (since: string) => await readSums(database, { accountId, since, end });
  return await sumsOfSpan(database, { asked: `${accountId} ${from.getTime()}`, first, end, sumSince });
}

type Row = Pick<ReadSums<CallSums, string>, 'upTo' | 'times'> & { isSettled: boolean | null } & Omit<
    CallSums,
    'answeredSeconds'
  > & {
    answeredSeconds: bigint;
  };

/**
 * In one statement, so that all of it is of one moment. Settled is what lies before the first call that is open, and ten minutes behind: what is
 * written down five minutes after its time is noted as a change of the past.
 */
async function readSums(
  database: Executor,
  { accountId, since, end }: { accountId: string; since: string; end: string },
): Promise<ReadSums<CallSums, string>> {
  const { rows } = await sql<Row>`
    with span as materialized (
      select id, state, answered_at, answered_seconds, case when is_paid_by_trial then 0 else cost_micros end as cost_micros,
        authorised_at is not null and direction = 'outbound' as is_counted
      from calls.call where account_id = ${accountId} and id >= ${since}::uuid and id < ${end}::uuid),
    bound as (
      select greatest(${since}::uuid, least(${end}::uuid, calls.first_id_at(now() - interval '10 minutes'),
          (select id from span where state <> 'ended' order by id limit 1))) as up_to,
        coalesce((select times from calls.past_change where account_id = ${accountId}), 0)::bigint as times)
    select up_to as "upTo", times, id < up_to as "isSettled", count(id)::int as calls, count(answered_at)::int as answered,
      coalesce(sum(answered_seconds), 0)::bigint as "answeredSeconds", coalesce(sum(cost_micros), 0)::bigint as "costMicros"
    from bound left join span on is_counted group by up_to, times, id < up_to`.execute(database);
  const [{ upTo, times } = { upTo: since, times: 0n }] = rows;
  const of = (isSettled: boolean) => sumsOf(rows.find((row) => row.isSettled === isSettled));
  return { upTo, times, settled: of(true), open: of(false) };
}

function sumsOf(row: Row | undefined): CallSums {
  if (row === undefined) return NOTHING;
  const { calls, answered, answeredSeconds, costMicros } = row;
  return { calls, answered, answeredSeconds: Number(answeredSeconds), costMicros };
}
