import { partOfNumber } from '@farline/contracts';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { broadcastsWorld } from '../../../testing/money/broadcasts-world.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { inTransaction } from '../../../platform/database.ts';
import { foundPeers } from './thread-search-store.ts';
import { changeThread, listThreads } from './threads-store.ts';

const { database } = await testDatabase();
const world = await broadcastsWorld(database);
const PEER = '+447700900123';
const list = async (accountId: string, q: string | null, { numbers = [] as string[], isBlocked = false } = {}) => {
  const search = q === null ? null : { text: q, partOfNumber: partOfNumber(q), numbers };
  const found = await listThreads(database, { accountId, isBlocked, search, after: null, most: 10 });
  return found.map(({ peer, found: words }) => [peer, words?.text ?? null]);
};

test('whoever got a broadcast and nothing else is found by number, name and words, and stands in no list', async () => {
  const customer = await world.customer('1.00');
  const { accountId } = customer;
  const id = await world.draft(customer, { file: `name,phone\nAda,${PEER}\n`, text: 'The shop is closed' });
  await world.start(customer, id);
  await world.turns(2);

  expect(await list(accountId, null)).toEqual([]);
  expect(await list(accountId, '7700900123')).toEqual([[PEER, null]]);
  expect(await list(accountId, 'Ada', { numbers: [PEER] })).toEqual([[PEER, null]]);
  expect(await list(accountId, 'shop')).toEqual([[PEER, 'The shop is closed']]);
  expect(await list(accountId, 'is')).toEqual([[PEER, 'The shop is closed']]);
  expect(await list(accountId, 'garage')).toEqual([]);
  expect(await list(accountId, 'shop', { isBlocked: true })).toEqual([]);
});

test('with whom nothing was written is not found, also by number', async () => {
  const { accountId } = await world.customer('1.00');
  await inTransaction(database, async (tx) => {
    const change = { draft: '', isBlocked: undefined, readUpTo: undefined };
    await changeThread(tx, { accountId, peer: PEER, at: world.clock.now(), ...change });
  });
  expect(await list(accountId, '7700900123')).toEqual([]);
});

test('words are found in any order, all in one text, and what is quoted as it stands', async () => {
  const customer = await world.customer('1.00');
  const { accountId } = customer;
  const to = await world.numberOf(customer);
  await world.receive({ to, from: PEER, text: 'See you at eight' });
  await world.receive({ to, from: '+447700900124', text: 'See you' });
  await world.receive({ to, from: '+447700900124', text: 'At eight' });

  expect(await list(accountId, 'EIGHT see')).toEqual([[PEER, 'See you at eight']]);
  expect(await list(accountId, 'eight at')).toHaveLength(2);
  expect(await list(accountId, '"you at" eight')).toEqual([[PEER, 'See you at eight']]);
  expect(await list(accountId, '"eight see"')).toEqual([]);
  expect(await list(accountId, 'eight nine')).toEqual([]);
});

test('a note is found by its words in any order', async () => {
  const { accountId } = await world.customer('1.00');
  await inTransaction(database, async (tx) => {
    const change = { draft: undefined, note: 'Has a dog, prefers mornings', isBlocked: undefined, readUpTo: undefined };
    await changeThread(tx, { accountId, peer: PEER, at: world.clock.now(), ...change });
  });
  expect(await list(accountId, 'mornings dog')).toEqual([[PEER, null]]);
  expect(await list(accountId, 'mornings cat')).toEqual([]);
});

test('words apart are looked for in the index of words, and a short one does not keep them from it', async () => {
  const customer = await world.customer('1.00');
  await world.receive({ to: await world.numberOf(customer), text: 'See you at eight' });
  const scans = async (text: string) =>
    await inTransaction(database, async (tx) => {
      const read = async () => {
        const { rows } = await sql<{ scans: string }>`
          select pg_stat_get_xact_numscans('messages.searched_text_words'::regclass) as scans`.execute(tx);
        return Number(rows[0]?.scans);
      };
      await sql`set local enable_seqscan = off`.execute(tx);
      const before = await read();
      await foundPeers(tx, { accountId: customer.accountId, text });
      return (await read()) - before;
    });
  expect(await scans('eight see')).toBeGreaterThan(0);
  expect(await scans('eight at')).toBeGreaterThan(0);
  expect(await scans('at')).toBe(0);
});
