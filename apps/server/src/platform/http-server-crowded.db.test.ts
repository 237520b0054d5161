import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { keptLog } from '../testing/kept-log.ts';
import { testDatabase } from '../testing/test-database.ts';
import { type Executor, inTransaction, openDatabase } from './database.ts';
import { createHttpServer } from './http-server.ts';
import { newId } from './ids.ts';
import { gathered } from './concurrency/batching.ts';

// Requests for which no connection to the database comes free.

const { database, url } = await testDatabase();
const crowded = openDatabase({ url, poolSize: 1, name: 'test', patience: { connectMs: 3_000 } });
const { log, lines } = keptLog('info');
const userId = newId();
const app = await createHttpServer({ log, allowedOrigins: [], trustProxy: false });
app.get('/crowded', async () => (await sql`select 42 as answer`.execute(crowded)).rows[0]);
app.post('/crowded', async () => (await sql`select 42 as answer`.execute(crowded)).rows[0]);
const note = async (db: Executor) =>
  await sql`insert into platform.idempotency (user_id, route, key, body_hash, started_at)
    values (${userId}, 'noted', ${newId()}, '', now())`.execute(db);
const noteWithOthers = gathered<number>({ most: 2, work: async () => void (await note(database)) });
const DEEDS: Record<string, () => Promise<unknown>> = {
  'a statement': async () => await note(database),
  'a transaction': async () => await inTransaction(database, note),
  'work that is done for many': async () => await noteWithOthers(0),
};
const NO_DEEDS: Record<string, () => Promise<unknown>> = {
  'what is read': async () => await sql`select 1`.execute(database),
  'a transaction that reads': async () => await inTransaction(database, async (tx) => await sql`select 1`.execute(tx)),
  'what is undone': async () =>
    await inTransaction(database, async (tx) => {
      await note(tx);
      throw new Error('undone');
    }).catch(() => null),
};
app.post('/crowded/:first', async ({ params }) => {
  const { first } = params as { first: string };
  await (DEEDS[first] ?? NO_DEEDS[first])?.();
  return (await sql`select 42 as answer`.execute(crowded)).rows[0];
});
afterAll(async () => {
  await app.close();
  await crowded.destroy();
});

test('a request for which no connection to the database comes free is told when to ask again, and is no fault', async () => {
  await crowded.connection().execute(async (held) => {
    await sql`select 1`.execute(held);
    const answer = await app.inject('/crowded');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(answer.json()).toMatchObject({ code: 'busy' });
  });
  expect((await app.inject('/crowded')).json()).toEqual({ answer: 42 });
  expect(lines.filter((line) => line.includes('no connection to the database came free'))).toHaveLength(1);
  expect(lines.join()).not.toContain('timeout exceeded');
});

const crowdedAfter = async (all: readonly string[]) =>
  await crowded.connection().execute(async (held) => {
    await sql`select 1`.execute(held);
    const ask = async (first: string) =>
      await app.inject({ method: 'POST', url: `/crowded/${encodeURIComponent(first)}` });
    return new Map(await Promise.all(all.map(async (first) => [first, await ask(first)] as const)));
  });

test('what may have changed something first is not told to come again when no connection comes free after that', async () => {
  for (const [first, answer] of await crowdedAfter(Object.keys(DEEDS))) {
    expect([first, answer.statusCode, answer.headers['retry-after']]).toEqual([first, 500, undefined]);
    expect(answer.json()).toMatchObject({ message: expect.stringContaining('see whether it was done') as string });
  }
});

test('what changes something, and has not done so yet, is told to come again when no connection comes free', async () => {
  for (const [first, answer] of await crowdedAfter(['', ...Object.keys(NO_DEEDS)])) {
    expect([first, answer.statusCode, answer.headers['retry-after']]).toEqual([first, 503, '2']);
    expect(answer.json()).toMatchObject({ code: 'busy' });
  }
});
