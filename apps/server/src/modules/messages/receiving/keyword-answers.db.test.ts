import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createDispatcher } from '../../../platform/events.ts';
import { createLog } from '../../../platform/log.ts';
import { tooBusy } from '../../../platform/problems.ts';
import { messagesWorld, PEER } from '../../../testing/money/messages-world.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { findThread } from '../inbox/threads-store.ts';
import { KEYWORD_ANSWERS } from './keyword-answers.ts';

const { database } = await testDatabase();
const world = await messagesWorld(database);
const dispatcher = createDispatcher(database, createLog('silent'));
for (const subscription of world.messages.subscriptions ?? []) dispatcher.subscribe(subscription);
await dispatcher.start();
afterAll(async () => await dispatcher.stop());

type Customer = Awaited<ReturnType<typeof world.customer>>;

const textsOf = async (customer: Customer) => (await world.thread(customer)).map(({ text }) => text);

async function answeredAt({ accountId }: Customer): Promise<unknown> {
  const { rows } = await sql<{ answered_at: unknown }>`select answered_at from messages.thread
    where account_id = ${accountId}`.execute(database);
  return rows[0]?.answered_at;
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

test('who cannot pay answers nobody, and is shown no answer; the next word has one as soon as they can', async () => {
  const customer = await world.customer('0');
  const to = await world.numberOf(customer);
  await world.receive({ to, text: 'STOP' });
  await expect.poll(async () => await answeredAt(customer)).toEqual({});
  expect(await textsOf(customer)).toEqual(['STOP']);
  const threadOf = async () => await findThread(database, { accountId: customer.accountId, peer: PEER });
  const unanswered = { keyword: 'stop', reason: 'out_of_credit' };
  expect(await threadOf()).toMatchObject({ isOptedOut: true, unanswered });
  expect(await toldOf(customer)).toEqual([{ peer: PEER, ...unanswered }]);
  // Nothing is sent to them all the same, whatever there is to pay it.
  await expect(world.write(customer)).rejects.toMatchObject({ code: 'recipient_opted_out' });

  await world.topUp(customer, '1.00');
  await world.receive({ to, text: 'STOP' });
  await expect.poll(async () => await textsOf(customer)).toEqual([KEYWORD_ANSWERS.en.stop, 'STOP', 'STOP']);
  await expect.poll(async () => (await threadOf())?.unanswered).toBeNull();
  // Once a day.
  await world.receive({ to, text: 'Stop' });
  await world.receive({ to, text: 'HELP' });
  await expect.poll(async () => (await textsOf(customer))[0]).toBe(KEYWORD_ANSWERS.en.help);
  expect((await textsOf(customer)).filter((text) => text === KEYWORD_ANSWERS.en.stop)).toHaveLength(1);
});

test('STOP is answered also in a minute in which the account has sent as much as it may', async () => {
  const customer = await world.customer('5.00');
  const to = await world.numberOf(customer);
  for (let place = 0; place < 20; place += 1) await world.write(customer, 'Hi', { to: `+4477${1000 + place}00123` });
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
