import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createDispatcher } from '../../../platform/events.ts';
import { createLog } from '../../../platform/log.ts';
import { tooBusy } from '../../../platform/problems.ts';
import { messagesWorld, NO_LIMITS, PEER, PER_SEGMENT } from '../../../testing/money/messages-world.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { findThread } from '../inbox/threads-store.ts';
import { FREE_IN_DAY } from '../sending/judge-sending.ts';
import { KEYWORD_ANSWERS } from './keyword-answers.ts';

const { database } = await testDatabase();
const DAY_MICROS = 500_000n;
const account = { ...NO_LIMITS.account, dayMicros: micros(DAY_MICROS) };
const world = await messagesWorld(database, { limits: { ...NO_LIMITS, account } });
const dispatcher = createDispatcher(database, createLog('silent'));
for (const subscription of world.messages.subscriptions ?? []) dispatcher.subscribe(subscription);
await dispatcher.start();
afterAll(async () => await dispatcher.stop());

type Customer = Awaited<ReturnType<typeof world.customer>>;

const textsOf = async (customer: Customer) => (await world.thread(customer)).map(({ text }) => text);

/** The first is `PEER`. */
const personAt = (place: number) => (place === 0 ? PEER : `+4477${1000 + place}00123`);

/** Somebody who wrote to so many people, and has no money left. */
async function spent(people: number): Promise<Customer> {
  const customer = await world.customer(micros(PER_SEGMENT * BigInt(people)));
  for (let place = 0; place < people; place += 1) await world.write(customer, 'Hi', { to: personAt(place) });
  await world.send();
  return customer;
}

/** What is told of words without an answer. */
async function toldOf({ accountId }: Customer): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`select payload from platform.event
    where account_id = ${accountId} and type = 'keyword.unanswered' order by position`.execute(database);
  return rows.map(({ payload }) => payload);
}

test('a keyword is answered in the language of its word', async () => {
  const customer = await world.customer('1.00');
  const to = await world.numberOf(customer);
  await world.receive({ to, text: 'Arrêt' });
  await expect.poll(async () => await textsOf(customer)).toEqual([KEYWORD_ANSWERS.fr.stop, 'Arrêt']);
  await world.receive({ to, text: 'HILFE' });
  await expect.poll(async () => (await textsOf(customer)).length).toBe(4);
  expect((await textsOf(customer)).slice(0, 2)).toEqual([KEYWORD_ANSWERS.de.help, 'HILFE']);
});

test('who has no money any more answers whom they wrote to all the same, at no price: nothing is held, charged or in any ledger', async () => {
  const customer = await spent(1);
  const to = await world.numberOf(customer);
  await world.receive({ to, text: 'STOP' });
  await expect.poll(async () => await textsOf(customer)).toEqual([KEYWORD_ANSWERS.en.stop, 'STOP', 'Hi']);
  await world.send();
  const [answer] = await world.thread(customer);
  expect(answer).toMatchObject({ state: 'sent', paid: { perSegmentMicros: 0n, chargedMicros: 0n, holdId: null } });
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 0n, held: 0n });
  const { rows } = await sql`select from ledger.transfer where cause_id like ${`${answer?.id}%`}`.execute(database);
  expect(rows).toEqual([]);
  expect(await toldOf(customer)).toEqual([]);
  // What is no answer still needs money, and STOP is heeded.
  await expect(world.write(customer, 'Hi', { to: '+447700900124' })).rejects.toMatchObject({ code: 'out_of_credit' });
  await world.topUp(customer, '1.00');
  await expect(world.write(customer)).rejects.toMatchObject({ code: 'recipient_opted_out' });
});

test('who has spent what they may in a day, and has money, answers once they may spend again: their limit is not passed', async () => {
  const customer = await world.customer('5.00');
  const to = await world.numberOf(customer);
  for (let place = 0; place < DAY_MICROS / PER_SEGMENT; place += 1) {
    world.clock.passSeconds(10);
    await world.write(customer, 'Hi', { to: personAt(place) });
  }
  await world.send();
  await expect(world.write(customer)).rejects.toMatchObject({ code: 'limit_day' });
  const before = await world.wallet(customer.walletId);
  const from = personAt(0);
  const stop = async () => await world.receive({ to, from, text: 'STOP' });
  await stop();
  await expect.poll(async () => await toldOf(customer)).toEqual([{ peer: from, keyword: 'stop', reason: 'limit_day' }]);
  expect(await world.wallet(customer.walletId)).toEqual(before);
  await expect(world.write(customer, 'Hi', { to: from })).rejects.toMatchObject({ code: 'recipient_opted_out' });
  world.clock.passSeconds(86_400);
  await stop();
  await expect.poll(async () => (await world.thread(customer, from))[0]).toMatchObject({ paid: world.price });
});

test('one person gets three answers that nobody pays, and then none, which is told, until the account can pay', async () => {
  const customer = await spent(1);
  const to = await world.numberOf(customer);
  const threadOf = async () => await findThread(database, { accountId: customer.accountId, peer: PEER });
  for (const [place, text] of ['STOP', 'HELP', 'START'].entries()) {
    await world.receive({ to, text });
    await expect.poll(async () => (await textsOf(customer)).length).toBe(2 * place + 3);
  }
  world.clock.passSeconds(86_401);
  await world.receive({ to, text: 'STOP' });
  const unanswered = { keyword: 'stop', reason: 'out_of_credit' };
  await expect.poll(async () => await toldOf(customer)).toEqual([{ peer: PEER, ...unanswered }]);
  expect(await textsOf(customer)).toHaveLength(8);
  expect(await threadOf()).toMatchObject({ isOptedOut: true, unanswered });

  await world.topUp(customer, '1.00');
  await world.receive({ to, text: 'STOP' });
  await expect.poll(async () => await textsOf(customer)).toHaveLength(10);
  expect((await world.thread(customer))[0]).toMatchObject({ text: KEYWORD_ANSWERS.en.stop, paid: world.price });
  await expect.poll(async () => (await threadOf())?.unanswered).toBeNull();
  // Once a day.
  await world.receive({ to, text: 'Stop' });
  await world.receive({ to, text: 'HELP' });
  await expect.poll(async () => (await textsOf(customer))[0]).toBe(KEYWORD_ANSWERS.en.help);
  expect(await textsOf(customer)).toHaveLength(13);
});

test('however many people an account wrote to with its last money, twenty answers a day are at the operator’s cost', async () => {
  const customer = await spent(15);
  const to = await world.numberOf(customer);
  for (let place = 0; place < 15; place += 1) {
    for (const text of ['STOP', 'HELP']) await world.receive({ to, from: personAt(place), text });
  }
  await expect.poll(async () => (await toldOf(customer)).length, { timeout: 10_000 }).toBe(30 - FREE_IN_DAY);
  const { rows } = await sql`select from messages.message
    where account_id = ${customer.accountId} and answers is not null and per_segment = 0`.execute(database);
  expect(rows).toHaveLength(FREE_IN_DAY);
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 0n, held: 0n });
});

test('STOP is answered also in a minute in which the account has sent as much as it may', async () => {
  const customer = await world.customer('5.00');
  const to = await world.numberOf(customer);
  for (let place = 0; place < 20; place += 1) await world.write(customer, 'Hi', { to: personAt(place + 1) });
  await expect(world.write(customer)).rejects.toMatchObject({ code: 'too_many_messages' });
  await world.receive({ to, text: 'STOP' });
  await expect.poll(async () => await textsOf(customer)).toEqual([KEYWORD_ANSWERS.en.stop, 'STOP']);
  expect(await toldOf(customer)).toEqual([]);
});

test('STOP that comes while the server is too busy is answered when it is not', async () => {
  const customer = await world.customer('1.00');
  const { messageRate } = world.deps.rating;
  let refused = 0;
  world.deps.rating.messageRate = () => {
    refused += 1;
    if (refused === 2) world.deps.rating.messageRate = messageRate;
    throw tooBusy(2);
  };
  await world.receive({ to: await world.numberOf(customer), text: 'STOP' });
  await expect.poll(async () => await textsOf(customer)).toEqual([KEYWORD_ANSWERS.en.stop, 'STOP']);
  expect(refused).toBe(2);
  expect(await toldOf(customer)).toEqual([]);
});
