import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../platform/database.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { seedRating } from './index.ts';

const DATA = new URL('../../../data/', import.meta.url);
const CSV = ['destinations.csv', 'sample-rates.csv', 'sample-message-rates.csv'];

test('another release adds what untouched samples lack', async () => {
  const { database } = await testDatabase();
  const before = await ratesOf(database);

  await seedRating(database, await theNextRelease());

  const [calls, messages] = await ratesOf(database);
  expect(calls).toEqual([...(before[0] ?? []), 'ZZ fixed  10000'].sort());
  expect(messages).toEqual([...(before[1] ?? []), 'ZZ  20000'].sort());
});

test('a release after that adds again', async () => {
  const { database } = await testDatabase();
  await seedRating(database, await theNextRelease());

  await seedRating(database, await theNextRelease('YY'));

  const [calls, messages] = await ratesOf(database);
  expect(calls).toContain('YY fixed  10000');
  expect(messages).toContain('YY  20000');
});

test.each([
  ['removed the samples of all countries but one', "delete from %s where country_code <> 'GB'"],
  ['removed all of them', 'delete from %s'],
  ['removed a single one', "delete from %s where country_code = 'PT'"],
  ['closed a country by its date', "update %s set effective_to = '2026-01-01' where country_code = 'FR'"],
  ['set a price', 'update %s set :price = 77000 where country_code = $1'],
])('an operator who %s gets no sample price from another release', async (_, change) => {
  const { database } = await testDatabase();
  for (const [table, price] of [
    ['rating.rate', 'per_minute_micros'],
    ['rating.message_rate', 'per_segment_micros'],
  ] as const) {
    await sql.raw(change.replace('%s', table).replace(':price', price).replace('$1', "'FR'")).execute(database);
  }
  const before = await ratesOf(database);

  await seedRating(database, await theNextRelease());
  await seedRating(database);

  expect(await ratesOf(database)).toEqual(before);
});

test('who called the table no sample gets none either', async () => {
  const { database } = await testDatabase();
  await sql`update rating.rate_table set is_sample = false`.execute(database);
  const before = await ratesOf(database);

  await seedRating(database, await theNextRelease());

  expect(await ratesOf(database)).toEqual(before);
});

test('of an installation whose release remembered nothing, samples are untouched that are what the same file gave', async () => {
  const [untouched, changed] = [await testDatabase(), await testDatabase()];
  await sql`delete from rating.rate where country_code = 'PT'`.execute(changed.database);
  const remembered = await ratesOf(changed.database);
  for (const { database } of [untouched, changed]) {
    await sql`delete from rating.loaded_file where name like 'rates of %'`.execute(database);
    await seedRating(database);
    await seedRating(database, await theNextRelease());
  }

  expect((await ratesOf(untouched.database))[0]).toContain('ZZ fixed  10000');
  expect((await ratesOf(changed.database))[0]).toEqual(remembered[0]);
});

/** The files of `data/` with a country more. */
async function theNextRelease(country = 'ZZ'): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'farline-rates-'));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  for (const name of CSV) await cp(new URL(name, DATA), join(folder, name));
  const add = async (name: string, line: string) => {
    const path = join(folder, name);
    await writeFile(path, `${(await readFile(path, 'utf8')).trimEnd()}\n${line}\n`);
  };
  await add('destinations.csv', `999,${country},fixed,`);
  await add('sample-rates.csv', `${country},0.0100,0.0300,1,1`);
  await add('sample-message-rates.csv', `${country},0.0200`);
  return pathToFileURL(`${folder}/`);
}

/** Every rate of calls, and of messages, as a line. */
async function ratesOf(database: Database): Promise<string[][]> {
  const lines = async (columns: string, table: string) => {
    const { rows } = await sql<{ line: string }>`select concat_ws(' ', ${sql.raw(columns)}) as line
      from ${sql.raw(table)}`.execute(database);
    return rows.map(({ line }) => line).sort();
  };
  return [
    await lines('country_code, kind, prefix, per_minute_micros, effective_to', 'rating.rate'),
    await lines('country_code, prefix, per_segment_micros, effective_to', 'rating.message_rate'),
  ];
}
