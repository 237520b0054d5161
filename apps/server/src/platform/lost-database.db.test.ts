import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import { addGauge, createMetrics } from './metrics.ts';
import { inTransaction, openDatabase, withoutTimeLimit } from './database.ts';

const { url } = await testDatabase({ poolSize: 1 });
const host = await hostThatVanishes(new URL(url));
const throughHost = new URL(url);
throughHost.host = `127.0.0.1:${host.port}`;
const database = openDatabase({
  url: throughHost.href,
  poolSize: 2,
  name: 'test',
  patience: { statementMs: 700, silenceMs: 1_500 },
});
afterAll(async () => {
  await database.destroy();
  host.close();
});

const answer = async () => await sql<{ answer: number }>`select 42 as answer`.execute(database);
const LOST = { code: 'ETIMEDOUT' };

test('a statement fails when the database’s host vanishes, and the next one goes over a new connection', async () => {
  await answer();
  host.vanish();
  await expect(answer()).rejects.toMatchObject(LOST);
  expect((await answer()).rows).toEqual([{ answer: 42 }]);
});

test('a transaction fails when the host vanishes in it, and holds nothing up', async () => {
  const lost = inTransaction(database, async (tx) => {
    await sql`select 1`.execute(tx);
    host.vanish();
    await sql`select ${2}::int`.execute(tx);
  });
  await expect(lost).rejects.toThrow(/does not answer|not queryable/);
  expect((await answer()).rows).toEqual([{ answer: 42 }]);
});

test('a statement that may take its time is waited for, and a connection that owes nothing is left alone', async () => {
  const slow = sql`select pg_sleep(1.8), 42 as answer`;
  const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`;
  await database.connection().execute(async (idle) => {
    const before = await pid.execute(idle);
    const waited = await withoutTimeLimit(database, async (connection) => await slow.execute(connection));
    expect(waited.rows).toMatchObject([{ answer: 42 }]);
    expect(await pid.execute(idle)).toEqual(before);
  });
  await expect(slow.execute(database)).rejects.toMatchObject({ code: '57014' });
  host.vanish();
  await expect(answer()).rejects.toMatchObject(LOST);
});

test('figures of the database are left out while it is away or has no connection free, and the others are told', async () => {
  const metrics = createMetrics();
  const read = async () => Number((await answer()).rows[0]?.answer);
  addGauge(metrics, { name: 'test_answer', help: 'An answer of the database.', read });
  addGauge(metrics, { name: 'test_never', help: 'Never comes.', read: async () => await new Promise(() => undefined) });
  addGauge(metrics, { name: 'test_here', help: 'Needs nobody.', read: async () => await Promise.resolve(7) });
  const told = async () => (await metrics.metrics()).split('\n').filter((line) => line.startsWith('test_'));
  // Sooner or later: the host of another test took connections with it, and a busy machine may answer late.
  const all = ['test_answer 42', 'test_here 7'];
  await expect.poll(told).toEqual(all);

  host.vanish();
  expect(await told()).toEqual(['test_here 7']);

  const free = Promise.withResolvers<void>();
  const busy = [1, 2].map(async () => await database.connection().execute(async () => await free.promise));
  expect(await told()).toEqual(['test_here 7']);
  free.resolve();
  await Promise.all(busy);
  await expect.poll(told).toEqual(all);
});

/** A way to the database whose connections can be made to carry nothing more, without a word: new ones pass. */
async function hostThatVanishes(to: URL): Promise<{ port: number; vanish: () => void; close: () => void }> {
  const pairs = new Set<[Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    pairs.add([near, far]);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('close', () => far.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    vanish: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
      }
    },
    close: () => {
      server.close();
      for (const [near, far] of pairs) for (const socket of [near, far]) socket.destroy();
    },
  };
}
