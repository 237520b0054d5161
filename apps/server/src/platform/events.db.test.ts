import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { testDatabase } from '../testing/test-database.ts';
import { inTransaction } from './database.ts';
import {
  accountEventsAfter,
  createDispatcher,
  currentPosition,
  type Event,
  forgetOldEvents,
  isKeptSince,
  publish,
} from './events.ts';
import { newId } from './ids.ts';
import { createLog } from './log.ts';

const { database } = await testDatabase();
const log = createLog('silent');

test('an event is heard once, in order of position, and only after its commit', async () => {
  const dispatcher = createDispatcher(database, log);
  const accountId = newId();
  const heard: Event[] = [];
  const all = Promise.withResolvers<void>();
  dispatcher.listen((events) => {
    heard.push(...events.filter((event) => event.accountId === accountId));
    if (heard.length === 40) all.resolve();
  });
  await dispatcher.start();

  const uncommitted = inTransaction(database, async (tx) => {
    await publish(tx, { type: 'test.rolled-back', accountId, subjectId: 'never' });
    throw new Error('rolled back');
  });
  await expect(uncommitted).rejects.toThrow('rolled back');
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await inTransaction(
        database,
        async (tx) => await publish(tx, { type: 'test.happened', accountId, subjectId: String(index) }),
      );
    }),
  );
  await all.promise;
  await dispatcher.stop();

  expect(heard.map((event) => event.position)).toEqual(heard.map((event) => event.position).toSorted((a, b) => a - b));
  expect(new Set(heard.map((event) => event.subjectId)).size).toBe(40);
  expect(heard.every((event) => event.type === 'test.happened')).toBe(true);
});

test('two dispatchers give each event one position', async () => {
  const dispatchers = [createDispatcher(database, log), createDispatcher(database, log)];
  for (const dispatcher of dispatchers) await dispatcher.start();
  const accountId = newId();
  const before = await currentPosition(database);
  const sequenced = Promise.withResolvers<void>();
  let count = 0;
  dispatchers[0]?.listen((events) => {
    count += events.filter((event) => event.accountId === accountId).length;
    if (count === 100) sequenced.resolve();
  });
  await Promise.all(
    Array.from(
      { length: 100 },
      async () => await publish(database, { type: 'test.happened', accountId, subjectId: 'x' }),
    ),
  );
  await sequenced.promise;
  for (const dispatcher of dispatchers) await dispatcher.stop();

  const events = await accountEventsAfter(database, { accountId, after: before, most: 1000 });
  expect(events).toHaveLength(100);
  expect(new Set(events.map((event) => event.position)).size).toBe(100);
});

test('a durable subscriber that fails gets the same event again, and each effect stands once', async () => {
  const accountId = newId();
  await sql`create table if not exists public.seen (subject text)`.execute(database);
  const dispatcher = createDispatcher(database, log);
  let failures = 0;
  const done = Promise.withResolvers<void>();
  dispatcher.subscribe({
    name: 'test-subscriber',
    types: ['test.durable'],
    receive: async (tx, event) => {
      await sql`insert into public.seen values (${event.subjectId})`.execute(tx);
      if (failures++ < 2) throw new Error('not this time');
      if (event.subjectId === 'second') done.resolve();
    },
  });
  await dispatcher.start();
  await publish(database, { type: 'test.durable', accountId, subjectId: 'first' });
  await publish(database, { type: 'test.durable', accountId, subjectId: 'second' });
  await done.promise;
  await dispatcher.stop();

  const { rows } = await sql<{ subject: string }>`select subject from public.seen order by subject`.execute(database);
  expect(rows.map((row) => row.subject)).toEqual(['first', 'second']);
});

test('events that were forgotten are known to be missing', async () => {
  const accountId = newId();
  const dispatcher = createDispatcher(database, log);
  const heard = Promise.withResolvers<Event>();
  dispatcher.listen((events) => {
    const ours = events.find((event) => event.accountId === accountId);
    if (ours !== undefined) heard.resolve(ours);
  });
  await dispatcher.start();
  await publish(database, { type: 'test.old', accountId, subjectId: 'old' });
  const { position } = await heard.promise;
  await dispatcher.stop();
  await sql`delete from platform.subscription`.execute(database);

  expect(await isKeptSince(database, position - 1)).toBe(true);
  await forgetOldEvents(database, new Date(Date.now() + 49 * 3_600_000));
  expect(await isKeptSince(database, position - 1)).toBe(false);
  expect(await isKeptSince(database, position)).toBe(true);
  expect(await isKeptSince(database, position + 1_000)).toBe(false);
});
