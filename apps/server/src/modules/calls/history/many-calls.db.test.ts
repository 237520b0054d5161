import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { isNumberCallingOutSql } from '../record/calls-store.ts';
import { countFound, countStatement, peopleStatement, searchCalls, searchStatement } from './call-search-store.ts';
import type { CallSearch } from './read-call-filters.ts';

const { database } = await testDatabase();
const accountId = newId();
/** Somebody else, whose calls lie between. */
const otherId = newId();
const MANY = 100_000;
const anything: CallSearch = {
  accountId,
  to: null,
  with: null,
  status: null,
  reason: null,
  countryCode: null,
  from: null,
  before: null,
};

beforeAll(async () => {
  await sql`
    insert into calls.call (id, account_id, user_id, payer_wallet_id, placed_by, direction, to_number,
      destination_prefix, country_code, destination_kind, rate_table, rate_table_version, currency, per_minute_micros,
      connection_micros, minimum_seconds, first_seconds, next_seconds, state, initiated_at, authorised_at, answered_at,
      ended_at, reason, ended_by, answered_seconds, cost_micros, granted_seconds)
    select (lpad(to_hex(1700000000000 + place * 60000), 12, '0') || '7000' || '8000' || lpad(to_hex(place), 12, '0'))::uuid,
      account_id, account_id, account_id, 'user', 'outbound', '+4477' || lpad(place::text, 8, '0'),
      '447700', case when place % 100000 = 8 then 'FR' else 'GB' end, 'mobile', 'sample', 1, 'USD', 20000, 0, 0, 60, 60,
      'ended', started, started, case when place % 20 > 0 then started end, started + interval '1 minute',
      case when place % 20 > 0 then 'hangup_caller' else 'busy' end, 'caller',
      case when place % 20 > 0 then 60 else 0 end, case when place % 20 > 0 then 20000 else 0 end, 150
    from (
      select place, to_timestamp(1700000000 + place * 60) as started,
        (array[${accountId}, ${otherId}]::uuid[])[1 + place % 2] as account_id
      from generate_series(1::bigint, ${2 * MANY}) as place) call`.execute(database);
  await settle();
}, 120_000);

/** What autovacuum does in its time; somebody else's look at the table may keep it from the first tries. */
async function settle(): Promise<void> {
  await vi.waitFor(
    async () => {
      await sql`vacuum analyze calls.call, calls.person`.execute(database);
      const { rows } = await sql<{ hidden: number }>`
        select relpages - relallvisible as hidden from pg_class where oid = 'calls.call'::regclass`.execute(database);
      expect(rows[0]?.hidden).toBeLessThan(20);
    },
    { timeout: 60_000, interval: 200 },
  );
}

/**
 * How many blocks of 8 kB a statement looks at: the same on a quick machine and on a slow one. Half of this table is one
 * account's, so reading all of it would be no bad plan; among the calls of many accounts it would be the last one.
 */
async function blocksOf(statement: RawBuilder<unknown>): Promise<number> {
  return await inTransaction(database, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
      explain (analyze, buffers, format json) ${statement}`.execute(tx);
    const [{ Plan }] = rows[0]?.['QUERY PLAN'] ?? [{ Plan: {} }];
    return (Plan['Shared Hit Blocks'] ?? Number.NaN) + (Plan['Shared Read Blocks'] ?? Number.NaN);
  });
}

/** The rows of the account's calls lie in more than so many blocks. */
const ALL_ROWS_BLOCKS = 7_000;
const newest = { most: 50 };

test('the first page and the page after any call look at a few blocks', async () => {
  const [middle] = await searchCalls(database, anything, { most: 1, offset: MANY / 2 });

  expect(await blocksOf(searchStatement(anything, newest))).toBeLessThan(400);
  expect(await blocksOf(searchStatement(anything, { ...newest, beforeId: middle?.id }))).toBeLessThan(400);
});

test('the last page of the history reads the index and the rows of that page alone', async () => {
  const last = { most: 20, offset: MANY - 20 };

  expect(await searchCalls(database, anything, last)).toHaveLength(20);
  for (const search of [anything, { ...anything, status: 'completed' as const }]) {
    const found = await countFound(database, search);
    expect(await blocksOf(searchStatement(search, { most: 20, offset: found - 20 }))).toBeLessThan(ALL_ROWS_BLOCKS / 2);
  }
});

test('common filters look at little more than their page', async () => {
  for (const search of [
    { ...anything, status: 'completed' as const },
    { ...anything, status: 'failed' as const },
    { ...anything, to: { part: '77', exact: [] } },
  ]) {
    expect(await blocksOf(searchStatement(search, newest))).toBeLessThan(500);
  }
});

test('a filter that finds two calls, or none, reads the index and no other rows', async () => {
  const french = { ...anything, countryCode: 'FR' };
  const unknown = { ...anything, to: { part: '+99', exact: ['+441'] } };

  expect(await searchCalls(database, french, newest)).toHaveLength(2);
  expect(await searchCalls(database, unknown, newest)).toEqual([]);
  for (const search of [french, unknown]) {
    expect(await blocksOf(searchStatement(search, newest))).toBeLessThan(ALL_ROWS_BLOCKS / 2);
    expect(await blocksOf(countStatement(search))).toBeLessThan(ALL_ROWS_BLOCKS / 2);
  }
});

test('calls with anybody of a full book are found, as often as they are looked for', async () => {
  const exact = Array.from({ length: 50_000 }, (_, index) => `+4477${String(index).padStart(8, '0')}`);
  const ofBook = { ...anything, to: { part: null, exact } };

  // From the sixth time on PostgreSQL plans without the numbers.
  for (let time = 0; time < 7; time += 1) expect(await countFound(database, ofBook)).toBe(25_000 - 1);
  expect(await searchCalls(database, ofBook, newest)).toHaveLength(50);
  expect(await blocksOf(countStatement(ofBook))).toBeLessThan(ALL_ROWS_BLOCKS / 2);
});

test('all of them are counted in the index', async () => {
  expect(await countFound(database, anything)).toBe(MANY);
  expect(await blocksOf(countStatement(anything))).toBeLessThan(ALL_ROWS_BLOCKS / 2);
  expect(await blocksOf(sql`select sum(cost_micros) from calls.call`)).toBeGreaterThan(ALL_ROWS_BLOCKS);
});

test('a page of people, the first or one after it, looks at a few blocks, however many people and calls there are', async () => {
  const newestOnes = await searchCalls(database, anything, newest);
  const { rows } = await peopleStatement(anything, newest).execute(database);
  expect(rows.map(({ calls }) => calls)).toEqual(newestOnes.map(() => 1));
  expect(rows.map(({ id }) => id)).toEqual(newestOnes.map(({ id }) => id));
  const older = await searchCalls(database, anything, { ...newest, offset: MANY / 2 });
  const next = { ...newest, beforeId: older[0]?.id };
  expect((await peopleStatement(anything, next).execute(database)).rows.map(({ id }) => id)).toEqual([
    ...older.slice(1).map(({ id }) => id),
    expect.any(String),
  ]);
  for (const page of [newest, next]) expect(await blocksOf(peopleStatement(anything, page))).toBeLessThan(400);
});

test('whether somebody who calls in is calling out is found by their number, however many calls out are under way', async () => {
  await sql`
    insert into calls.call (id, account_id, user_id, payer_wallet_id, placed_by, direction, from_number, to_number, destination_prefix,
      country_code, destination_kind, rate_table, rate_table_version, currency, per_minute_micros, connection_micros, minimum_seconds,
      first_seconds, next_seconds, state, initiated_at, authorised_at, granted_seconds)
    select gen_random_uuid(), ${otherId}::uuid, ${otherId}::uuid, ${otherId}::uuid, 'user', 'outbound', '+1415' || (5550000 + place),
      '+447700900123', '447700', 'GB', 'mobile', 'sample', 1, 'USD', 20000, 0, 0, 60, 60, 'authorised', now(), now(), 150
    from generate_series(1, 5000) place`.execute(database);
  await settle();
  const isCallingOut = (number: string) =>
    sql`select ${isNumberCallingOutSql({ accountId: sql`${otherId}::uuid`, number: sql`${number}::text` })} as is`;

  for (const [number, is] of [
    ['+14155554711', true],
    ['+14155559999', false],
  ] as const) {
    expect((await isCallingOut(number).execute(database)).rows).toEqual([{ is }]);
    expect(await blocksOf(isCallingOut(number))).toBeLessThan(10);
  }
});
