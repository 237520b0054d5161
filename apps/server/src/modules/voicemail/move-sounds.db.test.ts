import { randomUUID } from 'node:crypto';
import { openBucket, type Bucket as OpenBucket } from '@farline/object-storage';
import { startS3Server } from '@farline/tools/s3-server';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { keptLog } from '../../testing/kept-log.ts';
import { testConfig } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { movingSounds } from './move-sounds.ts';
import { insertObject } from './objects-store.ts';
import { discardRecording } from './voicemail-store.ts';

/** What happens between two steps of a move, on a real service and a real database. */

const service = await startS3Server();
afterAll(async () => await service.close());
const LEASE_MS = 5 * 60_000;

async function aWorld() {
  const [{ database, url }, bucket] = [await testDatabase(), await service.aBucket()];
  const { bucket: settings } = testConfig(url, bucket.env);
  if (settings === null) throw new Error('no bucket is set');
  let now = Date.now();
  const clock = { now: () => new Date(now) };
  const files = new Map<string, Buffer>();
  const inFolder = {
    read: async ({ id }: { id: string }) => files.get(id) ?? null,
    remove: async ({ id }: { id: string }) => void files.delete(id),
  };
  const { log, lines } = keptLog('info');
  /** What a process does once, with a line to the bucket of its own. */
  const moves = async (over: Partial<OpenBucket> = {}, stopping?: AbortSignal) => {
    const own = { ...openBucket(settings, { tries: 1 }), ...over };
    const filesOf = { voicemail: inFolder, greeting: inFolder };
    await movingSounds({ database, clock, log, bucket: own, filesOf, random: () => 0.5 }).run(stopping);
  };
  const accountId = randomUUID();
  const aMessage = async () => {
    const id = newId(clock.now());
    files.set(id, Buffer.from(`the sound of ${id}`));
    await inTransaction(database, async (tx) => {
      await sql`insert into voicemail.recording (id, account_id, number, received_at, milliseconds)
        values (${id}, ${accountId}, '+999000000001', ${clock.now()}, 3000)`.execute(tx);
      await insertObject(tx, { kind: 'voicemail', id, accountId, at: clock.now() });
    });
    return id;
  };
  const deletes = async (id: string) =>
    await inTransaction(database, async (tx) => await discardRecording(tx, { id, accountId }));
  const rows = async () =>
    (await sql<{ is_stored: boolean }>`select is_stored, due_at from voicemail.object order by id`.execute(database))
      .rows;
  const real = openBucket(settings);
  const pass = (ms: number) => {
    now += ms;
  };
  return {
    database,
    bucket,
    files,
    moves,
    aMessage,
    deletes,
    rows,
    real,
    lines,
    pass,
    key: (id: string) => `voicemails/${accountId}/${id}.wav`,
  };
}

test('a message that is deleted while it is on its way is not left in the bucket', async () => {
  const world = await aWorld();
  const id = await world.aMessage();
  await world.moves({
    put: async (key, bytes) => {
      await world.deletes(id);
      return await world.real.put(key, bytes);
    },
  });
  expect([await world.bucket.keys(), await world.rows()]).toEqual([[], []]);
});

test('one whose mover died before it could note that it is there is taken away all the same', async () => {
  const world = await aWorld();
  const id = await world.aMessage();
  await world.moves({
    put: async (key, bytes) => {
      await world.real.put(key, bytes);
      // As a process ends: the row stays as it was taken.
      await sql`update voicemail.object set due_at = due_at + interval '1 minute'`.execute(world.database);
      throw new Error('it died');
    },
  });
  await world.deletes(id);
  await world.moves();
  expect(await world.bucket.keys()).toEqual([world.key(id)]);

  world.pass(LEASE_MS + 61_000);
  await world.moves();
  expect([await world.bucket.keys(), await world.rows()]).toEqual([[], []]);
});

test('a mover that stood still for long takes nothing away from the one that took its place', async () => {
  const world = await aWorld();
  const id = await world.aMessage();
  await world.moves({
    put: async (key, bytes) => {
      world.pass(LEASE_MS + 1000);
      await world.moves();
      return await world.real.put(key, bytes);
    },
  });
  expect(await world.bucket.keys()).toEqual([world.key(id)]);
  expect(String(await world.real.get(world.key(id)))).toBe(`the sound of ${id}`);
  expect(await world.rows()).toEqual([{ is_stored: true, due_at: null }]);
  expect(world.files.size).toBe(0);
});

test('a file stays until all of it is in the bucket, whatever fails, and then goes', async () => {
  const world = await aWorld();
  const id = await world.aMessage();
  const fails = async () => {
    throw new Error('no room');
  };
  for (const _time of [1, 2, 3]) {
    await world.moves({ put: fails });
    expect(world.files.has(id)).toBe(true);
    world.pass(LEASE_MS + 1000);
  }
  await world.moves();
  expect([world.files.size, await world.bucket.keys()]).toEqual([0, [world.key(id)]]);
});

test('a deletion that fails is tried again, and is not lost', async () => {
  const world = await aWorld();
  const id = await world.aMessage();
  await world.moves();
  await world.deletes(id);
  const fails = async () => {
    throw new Error('not now');
  };
  for (const _time of [1, 2]) {
    await world.moves({ remove: fails });
    expect(await world.rows()).toHaveLength(1);
    world.pass(LEASE_MS + 1000);
  }
  await world.moves();
  expect([await world.bucket.keys(), await world.rows()]).toEqual([[], []]);
  expect(world.lines.filter((line) => line.includes('it is tried again'))).toHaveLength(2);
});

test('a process that is stopped gives back what it has under way, due at once', async () => {
  const world = await aWorld();
  const id = await world.aMessage();
  const stopping = new AbortController();
  await world.moves(
    {
      put: async () => {
        stopping.abort();
        throw new Error('it was given up');
      },
    },
    stopping.signal,
  );
  await world.moves();
  expect([world.files.has(id), await world.bucket.keys()]).toEqual([false, [world.key(id)]]);
});

test('sound that is nowhere is told of, and keeps nothing waiting', async () => {
  const world = await aWorld();
  const [lost, other] = [await world.aMessage(), await world.aMessage()];
  world.files.delete(lost);
  await world.moves();
  expect(await world.bucket.keys()).toEqual([world.key(other)]);
  expect(world.lines.join('')).toContain('neither in the data folder nor in the bucket');
});

test('what is in the bucket and in no folder counts as moved', async () => {
  const world = await aWorld();
  const id = await world.aMessage();
  await world.real.put(world.key(id), Buffer.from('a copy'));
  world.files.delete(id);
  await world.moves();
  expect(await world.rows()).toEqual([{ is_stored: true, due_at: null }]);
});

test('hundreds that lay in the folder before are listed and moved, each once', async () => {
  const world = await aWorld();
  for (let left = 0; left < 230; left += 1) await world.aMessage();
  await sql`delete from voicemail.object`.execute(world.database);
  await world.moves();
  expect([world.files.size, (await world.bucket.keys()).length]).toEqual([0, 230]);
});
