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
import { everySetAside, wantAgain } from './subscriptions-store.ts';

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
    await publish(tx, { type: 'user.changed', accountId, subjectId: 'never' });
    throw new Error('rolled back');
  });
  await expect(uncommitted).rejects.toThrow('rolled back');
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await inTransaction(
        database,
        async (tx) => await publish(tx, { type: 'user.changed', accountId, subjectId: String(index) }),
      );
    }),
  );
  await all.promise;
  await dispatcher.stop();

  expect(heard.map((event) => event.position)).toEqual(heard.map((event) => event.position).toSorted((a, b) => a - b));
  expect(new Set(heard.map((event) => event.subjectId)).size).toBe(40);
  expect(heard.every((event) => event.type === 'user.changed')).toBe(true);
});

test('half a character in the payload of an event does not stop its fact', async () => {
  const accountId = newId();
  const payload = { phoneId: 'x', name: 'Desk \ud83d', address: '', deep: [{ text: '\udc00' }] };
  await inTransaction(
    database,
    async (tx) => await publish(tx, { type: 'user.sip_phone_added', accountId, subjectId: 'x', payload }),
  );

  const { rows } = await sql<{ payload: unknown }>`
    select payload from platform.event where account_id = ${accountId}`.execute(database);
  expect(rows).toMatchObject([{ payload: { name: 'Desk \ufffd', deep: [{ text: '\ufffd' }] } }]);
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
      async () => await publish(database, { type: 'user.changed', accountId, subjectId: 'x' }),
    ),
  );
  await sequenced.promise;
  for (const dispatcher of dispatchers) await dispatcher.stop();

  const events = await accountEventsAfter(database, { accountId, after: before, most: 1000 });
  expect(events).toHaveLength(100);
  expect(new Set(events.map((event) => event.position)).size).toBe(100);
});

test('subscribers whom an event does not concern pass it together, and whoever it concerns gets it', async () => {
  const dispatcher = createDispatcher(database, log);
  const [marker, heard] = [newId(), Promise.withResolvers<string>()];
  for (const place of [1, 2, 3]) {
    dispatcher.subscribe({
      name: `unconcerned ${place} ${marker}`,
      types: ['plan.changed'],
      receive: async () => await Promise.reject(new Error('it concerns nobody here')),
    });
  }
  dispatcher.subscribe({
    name: `concerned ${marker}`,
    types: ['user.changed'],
    receive: async (_, { subjectId }) => heard.resolve(subjectId),
  });
  await dispatcher.start();
  await publish(database, { type: 'user.changed', accountId: newId(), subjectId: marker });
  expect(await heard.promise).toBe(marker);
  await dispatcher.stop();

  const { rows } = await sql<{ isConcerned: boolean; position: bigint; writes: bigint }>`
    select name like 'concerned%' as "isConcerned", position, count(*) over (partition by xmin::text) as writes
    from platform.subscription where name like ${`%${marker}`}`.execute(database);
  expect(new Set(rows.map(({ position }) => position)).size).toBe(1);
  expect(rows.filter(({ writes }) => writes === 3n).map(({ isConcerned }) => isConcerned)).toEqual([
    false,
    false,
    false,
  ]);
});

test('a durable subscriber that fails gets the same event again, and each effect stands once', async () => {
  const accountId = newId();
  await sql`create table if not exists public.seen (subject text)`.execute(database);
  const dispatcher = createDispatcher(database, log);
  let failures = 0;
  const done = Promise.withResolvers<void>();
  dispatcher.subscribe({
    name: 'test-subscriber',
    types: ['call.changed'],
    receive: async (tx, event) => {
      await sql`insert into public.seen values (${event.subjectId})`.execute(tx);
      if (failures++ < 2) throw new Error('not this time');
      if (event.subjectId === 'second') done.resolve();
    },
  });
  await dispatcher.start();
  await publish(database, { type: 'call.changed', accountId, subjectId: 'first' });
  await publish(database, { type: 'call.changed', accountId, subjectId: 'second' });
  await done.promise;
  await dispatcher.stop();

  const { rows } = await sql<{ subject: string }>`select subject from public.seen order by subject`.execute(database);
  expect(rows.map((row) => row.subject)).toEqual(['first', 'second']);
});

test('an event that a subscriber never manages to take is set aside after its tries, and those behind it go on', async () => {
  const name = `stubborn-${newId()}`;
  const dispatcher = createDispatcher(database, log, { tries: 3, forMs: 0, restMs: () => 0 });
  const taken: string[] = [];
  let tries = 0;
  let isMended = false;
  const last = Promise.withResolvers<void>();
  const mended = Promise.withResolvers<void>();
  dispatcher.subscribe({
    name,
    types: ['user.password_changed'],
    receiveAll: async (_tx, events) => {
      if (!isMended && events.some((event) => event.subjectId === 'poison')) {
        if (events.length === 1) tries += 1;
        throw new Error('never');
      }
      taken.push(...events.map((event) => event.subjectId));
      if (taken.includes('after')) last.resolve();
      if (taken.includes('poison')) mended.resolve();
    },
  });
  await dispatcher.start();
  await inTransaction(database, async (tx) => {
    for (const subjectId of ['before', 'poison', 'after']) {
      await publish(tx, { type: 'user.password_changed', accountId: null, subjectId, payload: { address: 'kept' } });
    }
  });
  await last.promise;

  expect(taken).toEqual(['before', 'after']);
  expect(tries).toBe(3);
  const aside = async () => (await everySetAside(database)).filter((kept) => kept.subscription === name);
  expect(await aside()).toMatchObject([
    { failures: 3, error: 'Error: never', event: { subjectId: 'poison', payload: { address: 'kept' } } },
  ]);

  isMended = true;
  expect(await wantAgain(database, name)).toBe(1);
  await mended.promise;
  await dispatcher.stop();
  expect(taken).toEqual(['before', 'after', 'poison']);
  expect(await aside()).toEqual([]);
});

test('an event that fails again when it is retried stays aside, until it is wanted again', async () => {
  const name = `hopeless-${newId()}`;
  const dispatcher = createDispatcher(database, log, { tries: 1, forMs: 0, restMs: () => 0 });
  const second = Promise.withResolvers<void>();
  let tries = 0;
  dispatcher.subscribe({
    name,
    types: ['invoice.issued'],
    receive: async () => {
      tries += 1;
      if (tries === 3) second.resolve();
      throw new Error(`try ${tries}`);
    },
  });
  const aside = async () => (await everySetAside(database)).filter((kept) => kept.subscription === name);
  await dispatcher.start();
  await publish(database, { type: 'invoice.issued', accountId: null, subjectId: 'x' });
  // The batch, then the event by itself.
  await expect.poll(aside).toMatchObject([{ failures: 1, error: 'Error: try 2' }]);
  await wantAgain(database, name);
  await second.promise;
  await dispatcher.stop();

  expect(await aside()).toMatchObject([{ failures: 2, error: 'Error: try 3' }]);
  expect(await wantAgain(database, name)).toBe(1);
});

test('patience is for time as well as for tries: a short failure sets nothing aside', async () => {
  const name = `patient-${newId()}`;
  const dispatcher = createDispatcher(database, log, { tries: 2, forMs: 60_000, restMs: () => 0 });
  const done = Promise.withResolvers<void>();
  let failures = 0;
  dispatcher.subscribe({
    name,
    types: ['plan.changed'],
    receive: async () => {
      failures += 1;
      if (failures < 8) throw new Error('not yet');
      done.resolve();
    },
  });
  await dispatcher.start();
  await publish(database, { type: 'plan.changed', accountId: null, subjectId: 'x' });
  await done.promise;
  await dispatcher.stop();

  expect((await everySetAside(database)).filter((kept) => kept.subscription === name)).toEqual([]);
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
  await publish(database, { type: 'session.ended', accountId, subjectId: 'old' });
  const { position } = await heard.promise;
  await dispatcher.stop();
  await sql`delete from platform.subscription`.execute(database);

  expect(await isKeptSince(database, position - 1)).toBe(true);
  await forgetOldEvents(database, new Date(Date.now() + 49 * 3_600_000));
  expect(await isKeptSince(database, position - 1)).toBe(false);
  expect(await isKeptSince(database, position)).toBe(true);
  expect(await isKeptSince(database, position + 1_000)).toBe(false);
});
