import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import { isWithoutConnection, openDatabase } from './database.ts';

const { database, url } = await testDatabase({ poolSize: 1 });

test('a statement with parameters is parsed and planned once on a connection', async () => {
  for (const number of [1, 2, 3]) await sql`select ${number}::int + 40 as sum`.execute(database);

  const { rows } = await sql<{ uses: number }>`
    select (generic_plans + custom_plans)::int as uses from pg_prepared_statements
    where statement = 'select $1::int + 40 as sum'`.execute(database);
  expect(rows).toEqual([{ uses: 3 }]);
});

test('a function that is given arrays keeps the plans of its statements', async () => {
  const { rows } = await sql<{ function: string; keeps: boolean }>`
    select oid::regprocedure::text as function, coalesce('plan_cache_mode=force_generic_plan' = any (proconfig), false) as keeps
    from pg_proc
    where pronamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
      and prolang = (select oid from pg_language where lanname = 'plpgsql')
      and exists (select from unnest(proargtypes) given join pg_type on pg_type.oid = given where typcategory = 'A')`.execute(
    database,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ keeps }) => !keeps)).toEqual([]);
});

test('a whole number of eight bytes comes as a bigint', async () => {
  const { rows } = await sql`select 9007199254740993::int8 as big`.execute(database);
  expect(rows).toEqual([{ big: 9_007_199_254_740_993n }]);
});

test('who waits in vain for a connection is told so, and a statement that fails is another matter', async () => {
  const patience = { connectMs: 1_000, statementMs: 60_000, silenceMs: 60_000 };
  const narrow = openDatabase({ url, name: 'narrow', poolSize: 1, patience });

  // The one connection is there before anybody has to be quick: on a busy machine it takes longer than that to make.
  const canAsk = async () =>
    await sql`select 1`.execute(narrow).then(
      () => true,
      () => false,
    );
  await expect.poll(canAsk).toBe(true);
  const refused = await narrow
    .connection()
    .execute(async () => await sql`select 1`.execute(narrow).catch((error: unknown) => error));
  const failed = await sql`select 1 from nowhere`.execute(database).catch((error: unknown) => error);
  await narrow.destroy();

  expect([refused, failed].map(isWithoutConnection)).toEqual([true, false]);
});
