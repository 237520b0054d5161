import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction, type Transaction } from '../../platform/database.ts';
import { firstIdAt, newId } from '../../platform/ids.ts';
import { messagesWorld } from '../../testing/money/messages-world.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { askErasure } from './inbox/erasures-store.ts';
import { exportMessages } from './inbox/export-messages.ts';
import { threadPage } from './inbox/thread-page.ts';
import { listThreads } from './inbox/threads-store.ts';
import { ASKED, sendersNow } from './sending/senders-now-store.ts';

const { database } = await testDatabase();
const world = await messagesWorld(database);
const MESSAGES = 20_000;
const PEOPLE = 500;

/** An inbox of many: message n is with person n modulo their number; one in ten thousand is about a xylophone. */
async function largeInbox(into = { database, world }) {
  const customer = await into.world.customer('1.00');
  const { accountId } = customer;
  const person = sql`'+4477009' || lpad((n % ${PEOPLE})::text, 5, '0')`;
  const body = sql`'Hello ' || n || case when n % 9999 = 77 then ' xylophone' else '' end`;
  await sql`
    with written as (
      insert into messages.message (id, account_id, direction, number, peer, body, encoding, segments, state, is_practice, created_at)
      select (lpad(to_hex(n), 8, '0') || right(${accountId}::text, 28))::uuid, ${accountId}::uuid,
        'inbound', '+10005550100', ${person}, ${body}, 'gsm-7', 1, 'received', true, now()
      from generate_series(1, ${MESSAGES}::integer) n returning id, account_id, peer, body),
    searched as (
      insert into messages.searched_text (message_id, account_id, peer, body) select id, account_id, peer, body from written)
    insert into messages.thread (account_id, peer, last_message_id, changed_at)
    select account_id, peer, max(id::text)::uuid, now() from written group by account_id, peer`.execute(into.database);
  return customer;
}

/** How many rows of messages a transaction has read so far; what the connection read just before may still be in it. */
async function rowsRead(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ read: string }>`
    select idx_tup_fetch + seq_tup_read as read from pg_stat_xact_user_tables where relid = 'messages.message'::regclass`.execute(
    tx,
  );
  return Number(rows[0]?.read ?? 0);
}

async function left(accountId: string) {
  const { rows } = await sql<{ words: number; searched: number; people: number; messages: number }>`
    select count(*) filter (where body <> '')::integer as words, count(*)::integer as messages,
      (select count(*)::integer from messages.searched_text where account_id = ${accountId}) as searched,
      (select count(*)::integer from messages.thread where account_id = ${accountId}) as people
    from messages.message where account_id = ${accountId}`.execute(database);
  return rows[0];
}

const erase = async () =>
  await world.messages.ticks?.find(({ name }) => name === 'erase messages of closed accounts')?.run();

test('a large inbox is erased step by step, and goes on where it was stopped', async () => {
  const { accountId } = await largeInbox();
  await inTransaction(database, async (tx) => await askErasure(tx, [accountId]));
  const middle = sql`select id from messages.message where account_id = ${accountId} order by id offset ${MESSAGES / 2} limit 1`;
  let erasing: Promise<void> | undefined;
  await inTransaction(database, async (tx) => {
    await sql`select from messages.message where id = (${middle}) for update`.execute(tx);
    erasing = erase();
    // What comes before the message that is held is erased for good meanwhile.
    await expect.poll(async () => (await left(accountId))?.words, { timeout: 30_000 }).toBe(MESSAGES / 2);
  });
  await erasing;
  expect(await left(accountId)).toEqual({ words: 0, searched: 0, people: 0, messages: MESSAGES });
  const { rows } = await sql`select from messages.erasure where account_id = ${accountId}`.execute(database);
  expect(rows).toEqual([]);
});

test('erasing that is told to stop leaves the rest for another time', async () => {
  const { accountId } = await largeInbox();
  await inTransaction(database, async (tx) => await askErasure(tx, [accountId]));
  const tick = world.messages.ticks?.find(({ name }) => name === 'erase messages of closed accounts');
  await tick?.run(AbortSignal.abort());
  expect((await left(accountId))?.words).toBe(MESSAGES);
  await tick?.run();
  expect(await left(accountId)).toMatchObject({ words: 0, people: 0 });
});

test('the export of a large inbox is read while it is written, and not before, with the names of whom each piece is about', async () => {
  const { accountId } = await largeInbox();
  const asked: (readonly string[])[] = [];
  const namesOfNumbers = async (_: unknown, __: string, numbers: readonly string[]) => {
    asked.push(numbers);
    return new Map<string, string>();
  };
  const lines = exportMessages({ database, namesOfNumbers }, accountId);
  const first = [await lines.next(), await lines.next()];
  expect(asked).toHaveLength(1);
  expect(first.map(({ done }) => done)).toEqual([false, false]);
  // The newest were read; the others are read when it is their turn.
  await sql`update messages.message set body = 'changed meanwhile' where account_id = ${accountId}`.execute(database);
  let changed = 0;
  let all = 1;
  for await (const line of lines) {
    all += 1;
    if (line.includes('changed meanwhile')) changed += 1;
  }
  expect(all).toBe(MESSAGES);
  expect(changed).toBeGreaterThanOrEqual(MESSAGES - 1_000);
  expect(Math.max(...asked.map((numbers) => numbers.length))).toBeLessThanOrEqual(1_000);
  expect(asked.every((numbers) => new Set(numbers).size === numbers.length)).toBe(true);
});

test.each([
  ['a rare word', 'XYLOPHONE', 2, /^Hello (10076|77) xylophone$/],
  // Of the forty messages with each.
  ['a common one', 'hello', 21, /^Hello (19[5-9]\d\d|20000)$/],
  ['words apart, one of them rare', 'xylophone hello', 2, /^Hello (10076|77) xylophone$/],
  ['words apart, one of them short', 'xylophone 77', 1, /^Hello 77 xylophone$/],
  ['short words alone', 'x 77', 1, /^Hello 77 xylophone$/],
  ['what is quoted as it stands', '"77 xylophone"', 1, /^Hello 77 xylophone$/],
  ['quoted words that stand in another order', '"xylophone 77"', 0, /^$/],
  ['one letter', 'x', 2, /^Hello (10076|77) xylophone$/],
  ['a word of nobody', 'zither', 0, /^$/],
  ['signs that mean something in patterns', '%_%', 0, /^$/],
])('%s is found in a large inbox, each time with the newest message that has it', async (_, text, found, newest) => {
  const { accountId } = await largeInbox();
  const search = { text, partOfNumber: null, numbers: [] };
  const threads = await listThreads(database, { accountId, isBlocked: false, search, after: null, most: 21 });
  expect(threads).toHaveLength(found);
  for (const thread of threads) expect(thread.found?.text).toMatch(newest);
});

test('whoever is found by number comes with the message that has the words, or with none', async () => {
  const { accountId } = await largeInbox();
  const search = { text: 'x', partOfNumber: '77009', numbers: [] };
  const threads = await listThreads(database, { accountId, isBlocked: false, search, after: null, most: PEOPLE });
  expect(threads).toHaveLength(PEOPLE);
  expect(threads.flatMap(({ found }) => found?.text ?? []).toSorted()).toEqual([
    'Hello 10076 xylophone',
    'Hello 77 xylophone',
  ]);
});

test('a search reads of each thread no more than the thread, also where the planner believes that all messages are with one person', async () => {
  const { database } = await testDatabase();
  const world = await messagesWorld(database);
  await sql`alter table messages.message set (autovacuum_enabled = false)`.execute(database);
  const { accountId } = await largeInbox({ database, world });
  await inTransaction(database, async (tx) => {
    await sql`create temporary table others on commit drop as select id, peer from messages.message where peer <> '+447700900001'`.execute(
      tx,
    );
    await sql`update messages.message set peer = '+447700900001' where account_id = ${accountId}`.execute(tx);
    await sql`analyze messages.message`.execute(tx);
    await sql`update messages.message m set peer = others.peer from others where others.id = m.id`.execute(tx);
  });

  const search = { text: 'x', partOfNumber: '77009', numbers: [] };
  const read = await inTransaction(database, async (tx) => {
    const before = await rowsRead(tx);
    await listThreads(tx, { accountId, isBlocked: false, search, after: null, most: PEOPLE });
    return (await rowsRead(tx)) - before;
  });
  expect(read).toBeLessThan(3 * MESSAGES);
});

test('before a keyword is answered, what nobody paid is counted without reading what else was sent that day', async () => {
  const { accountId, userId } = await world.customer('1.00');
  const now = world.clock.now();
  // Half of them are answers that were paid.
  const earlier = firstIdAt(new Date(now.getTime() - 2 * 3_600_000));
  await sql`insert into messages.message
      (id, account_id, direction, number, peer, body, encoding, segments, state, is_practice, created_at, sent_at, currency, per_segment, answers)
    select overlay(gen_random_uuid()::text placing left(${earlier}::text, 13) from 1)::uuid, ${accountId}::uuid, 'outbound', '+10005550100',
      '+4477009' || lpad((n % ${PEOPLE}::integer)::text, 5, '0'), 'Hi', 'gsm-7', 1, 'sent', true, now(), now(), 'USD', 20000,
      case when n % 2 = 0 then gen_random_uuid() end
    from generate_series(1, ${MESSAGES}::integer) n`.execute(database);
  await sql`analyze messages.message`.execute(database);

  const asked = { id: newId(), accountId, userId, number: '+10005550100', peer: '+447700900007', answers: newId() };
  const { read, sender } = await inTransaction(database, async (tx) => {
    const usage = world.deps.limits.usageSql({ ...ASKED, now });
    const before = await rowsRead(tx);
    const senders = await sendersNow(tx, [{ ...asked, isPractice: true, destination: null }], { usage, now });
    return { read: (await rowsRead(tx)) - before, sender: senders.get(asked.id) };
  });
  expect(sender?.freeAnswers).toEqual({ toPerson: 0, inDay: 0, byAllInDay: 0, isWrittenTo: true });
  expect(read).toBeLessThan(100);
});

test('a thread opens at any of its messages, and goes on at both ends until it is whole', async () => {
  const { accountId } = await largeInbox();
  const read = async (where: { cursor?: string; after?: string; around?: string }, limit = 10) => {
    const { cursor, after, around } = where;
    return await threadPage(database, { accountId, peers: ['+447700900007'], limit, cursor, after, around });
  };
  const all = (await read({}, 100)).items;
  for (const { id } of [all[0], all[20], all.at(-1)].filter((one) => one !== undefined)) {
    let { items, olderThan, newerThan } = await read({ around: id });
    expect(items.map((one) => one.id)).toContain(id);
    while (newerThan !== null) {
      const page = await read({ after: newerThan });
      items = [...page.items, ...items];
      newerThan = page.newerThan;
    }
    while (olderThan !== null) {
      const page = await read({ cursor: olderThan });
      items = [...items, ...page.items];
      olderThan = page.olderThan;
    }
    expect(items).toEqual(all);
  }
  expect((await read({})).newerThan).toBe(null);
});

test('a list that is continued gives each person once, whoever wrote at the same moment', async () => {
  const { accountId } = await largeInbox();
  const seen: string[] = [];
  for (let after: Parameters<typeof listThreads>[1]['after'] = null; ; ) {
    const page = await listThreads(database, { accountId, isBlocked: false, search: null, after, most: 60 });
    seen.push(...page.map(({ peer }) => peer));
    after = page.at(-1) ?? null;
    if (after === null) break;
  }
  expect(seen).toHaveLength(PEOPLE);
  expect(new Set(seen).size).toBe(PEOPLE);
});
