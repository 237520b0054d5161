import type { CountedMessage } from '@farline/contracts';
import { sql } from 'kysely';
import type { Database, Executor, Transaction } from '../../platform/database.ts';

// Who counts messages changes many rows: always in the order of their keys.

/** A message as it is to be counted. `countryCode` null: its other side is no number. */
export type MessageToCount = { id: string; accountId: string; countryCode: string | null; facts: CountedMessage };

/**
 * Counts messages, each once for ever, with what they cost and what was given back of that, as far as it is known. What comes twice, or
 * out of order, changes nothing. Of accounts that are closed nothing is kept.
 */
export async function countMessages(database: Executor, messages: readonly MessageToCount[]): Promise<void> {
  const rows = messages.map(({ id, accountId, countryCode, facts }) => ({
    id,
    account_id: accountId,
    at: facts.at,
    peer: facts.peer,
    country_code: countryCode ?? '',
    is_sent: facts.direction === 'outbound',
    charged: facts.chargedMicros,
    returned: facts.returnedMicros,
  }));
  await sql`
    insert into insight.message as held
      (message_id, account_id, at, peer, country_code, is_sent, charged, returned)
    select distinct on (id) id, account_id, at, peer, country_code, is_sent, charged, returned
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (id uuid, account_id uuid, at timestamptz, peer text,
      country_code text, is_sent boolean, charged bigint, returned bigint)
    where not exists (select from insight.closed_account closed where closed.account_id = told.account_id)
    order by id, returned desc
    on conflict (message_id) do update set returned = excluded.returned
    where excluded.returned > held.returned`.execute(database);
}

/** What messages came to. */
export type MessageSums = { sent: number; received: number; spendMicros: bigint };

type SumsRow = { sent: number; received: number; spendMicros: string };

const SUMS = sql`(count(*) filter (where is_sent))::int as sent, (count(*) filter (where not is_sent))::int as received,
  coalesce(sum(charged - returned), 0)::text as "spendMicros"`;

const toSums = ({ sent, received, spendMicros }: SumsRow): MessageSums => ({
  sent,
  received,
  spendMicros: BigInt(spendMicros),
});

type Span = { accountId: string; from: Date; before: Date };

const ofSpan = ({ accountId, from, before }: Span) =>
  sql`from insight.message where account_id = ${accountId} and at >= ${from} and at < ${before}`;

/** An account's sums of a span of time. */
export async function messageSums(database: Executor, span: Span): Promise<MessageSums> {
  const { rows } = await sql<SumsRow>`select ${SUMS} ${ofSpan(span)}`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error('a sum is always a row');
  return toSums(row);
}

/** An account's sums between each instant of `starts` and the next, the last one up to `before`; by the start's place. */
export async function messageSumsByStart(
  database: Executor,
  { accountId, starts, before }: { accountId: string; starts: Date[]; before: Date },
): Promise<Map<number, MessageSums>> {
  const [from = before] = starts;
  const { rows } = await sql<SumsRow & { place: number }>`
    select width_bucket(at, ${starts}::timestamptz[]) - 1 as place, ${SUMS} ${ofSpan({ accountId, from, before })}
    group by place`.execute(database);
  return new Map(rows.map((row) => [row.place, toSums(row)]));
}

/** An account's sums of a span by country, most expensive first, then those with most messages. */
export async function messageSumsByCountry(
  database: Executor,
  span: Span,
): Promise<(MessageSums & { countryCode: string | null })[]> {
  const { rows } = await sql<SumsRow & { countryCode: string | null }>`
    select nullif(country_code, '') as "countryCode", ${SUMS} ${ofSpan(span)}
    group by country_code order by sum(charged - returned) desc, count(*) desc, country_code`.execute(database);
  return rows.map(({ countryCode, ...sums }) => ({ countryCode, ...toSums(sums) }));
}

/** An account's sums of a span by the other side, most expensive first, then those with most messages; at most 3,000. */
export async function messageSumsByPerson(database: Executor, span: Span): Promise<(MessageSums & { peer: string })[]> {
  const { rows } = await sql<SumsRow & { peer: string }>`
    select peer, ${SUMS} ${ofSpan(span)}
    group by peer order by sum(charged - returned) desc, count(*) desc, peer limit 3000`.execute(database);
  return rows.map(({ peer, ...sums }) => ({ peer, ...toSums(sums) }));
}

/** What messages with one person came to, over all time. */
export async function messageSumsOfPerson(
  database: Executor,
  { accountId, peer }: { accountId: string; peer: string },
): Promise<MessageSums> {
  const { rows } = await sql<SumsRow>`select ${SUMS} from insight.message
    where account_id = ${accountId} and peer = ${peer}`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error('a sum is always a row');
  return toSums(row);
}

/** How far the messages before our time have been counted: those from `before` on are done. Null: nobody began. */
export async function earlierMessages(database: Executor): Promise<{ before: string; isDone: boolean } | null> {
  const { rows } = await sql<{ before: string; isDone: boolean }>`
    select before, is_done as "isDone" from insight.earlier_messages`.execute(database);
  return rows[0] ?? null;
}

export async function saveEarlierMessages(
  database: Executor,
  progress: { before: string; isDone: boolean },
): Promise<void> {
  await sql`insert into insight.earlier_messages (before, is_done) values (${progress.before}, ${progress.isDone})
    on conflict (single) do update set before = excluded.before, is_done = excluded.is_done`.execute(database);
}

/** Notes that nothing is to be kept of these accounts' messages, nor of whom they had calls with. */
export async function noteClosed(tx: Transaction, accountIds: readonly string[]): Promise<void> {
  await sql`insert into insight.closed_account (account_id) select unnest(${accountIds}::uuid[])
    on conflict do nothing`.execute(tx);
}

/** Deletes messages and people of closed accounts, at most so many of each; how many there were. What is deleted for good is noted. */
export async function forgetClosed(database: Database, most: number): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`
    with closed as (select account_id from insight.closed_account where not is_forgotten order by account_id limit 1),
    gone as (
      delete from insight.message where message_id in (
        select message_id from insight.message where account_id = (select account_id from closed) limit ${most})
      returning message_id),
    unknown as (
      delete from insight.person where (account_id, peer) in (
        select account_id, peer from insight.person where account_id = (select account_id from closed) limit ${most})
      returning peer),
    counted as (select greatest((select count(*) from gone), (select count(*) from unknown))::int as forgotten),
    noted as (
      update insight.closed_account set is_forgotten = true
      from closed, counted where closed_account.account_id = closed.account_id and forgotten < ${most})
    select forgotten from counted`.execute(database);
  return rows[0]?.forgotten ?? 0;
}
