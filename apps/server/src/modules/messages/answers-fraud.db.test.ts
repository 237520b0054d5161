import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createDispatcher } from '../../platform/events.ts';
import { createLog } from '../../platform/log.ts';
import { messagesWorld, PEER, PER_SEGMENT, testCarrier } from '../../testing/money/messages-world.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { FREE_BY_ALL_IN_DAY } from './sending/judge-sending.ts';

// Each trick has words answered that nobody pays, at the operator's cost, and is not answered: its account is told so, and nothing is held.
const { database } = await testDatabase();
const real = testCarrier('real');
const world = await messagesWorld(database, { carriers: [real, testCarrier('sandbox', { isSandbox: true })] });
const dispatcher = createDispatcher(database, createLog('silent'));
for (const subscription of world.messages.subscriptions ?? []) dispatcher.subscribe(subscription);
await dispatcher.start();
afterAll(async () => await dispatcher.stop());

type Customer = Awaited<ReturnType<typeof world.customer>>;
/** The money for one message, and no more. */
const ONE_MESSAGE = micros(PER_SEGMENT);

const rented = new Map<string, string>();
/** From now on its messages go to real telephones. */
async function rent({ accountId }: Customer): Promise<void> {
  const e164 = `+1415555${String(rented.size + 1).padStart(4, '0')}`;
  rented.set(accountId, e164);
  await sql`update accounts.account set state = 'active' where id = ${accountId}`.execute(database);
  await sql`insert into numbers.number (e164, account_id, kind, created_at)
    values (${e164}, ${accountId}, 'bought', now())`.execute(database);
}

async function activeCustomer(balance: string | typeof ONE_MESSAGE): Promise<Customer> {
  const customer = await world.customer(balance);
  await rent(customer);
  return customer;
}

async function writeTo(customer: Customer): Promise<void> {
  await world.write(customer);
  await world.send();
}

const say = async (customer: Customer, text: string) =>
  await world.receive({ bind: 'real', to: rented.get(customer.accountId) ?? '', text });

/** Why words had no answer. */
async function unanswered({ accountId }: Customer): Promise<string[]> {
  const { rows } = await sql<{ reason: string }>`select payload->>'reason' as reason from platform.event
    where account_id = ${accountId} and type = 'keyword.unanswered' order by position`.execute(database);
  return rows.map(({ reason }) => reason);
}

/** What each answer cost the account. */
const answersOf = async (customer: Customer) =>
  (await world.thread(customer)).flatMap(({ answers, paid }) => (answers === null ? [] : [paid?.perSegmentMicros]));

test('where somebody was written to, and the money is gone, the answer is free: each trick below lacks one of these alone', async () => {
  const customer = await activeCustomer(ONE_MESSAGE);
  await writeTo(customer);
  await say(customer, 'STOP');
  await expect.poll(async () => await answersOf(customer)).toEqual([0n]);
});

test.each<[string, () => Promise<Customer>]>([
  ['to whom the account never wrote', async () => await activeCustomer('0')],
  [
    'to whom it wrote what no carrier took, which cost nothing',
    async () => {
      const customer = await activeCustomer(ONE_MESSAGE);
      // What waits of others goes first.
      await world.send();
      real.answers.push({ outcome: 'refused', status: 'ESME_RINVDSTADR' });
      await writeTo(customer);
      // The money is back, and is spent with somebody else.
      await world.write(customer, 'Hi', { to: '+447911900124' });
      return customer;
    },
  ],
  [
    'to whom it wrote for practice alone',
    async () => {
      const customer = await world.customer(ONE_MESSAGE);
      await writeTo(customer);
      await rent(customer);
      return customer;
    },
  ],
  [
    'whose answer is expensive',
    async () => {
      const customer = await activeCustomer(ONE_MESSAGE);
      await writeTo(customer);
      world.price.perSegmentMicros = micros(50_000n);
      return customer;
    },
  ],
])('somebody %s has no free answer', async (_who, play) => {
  try {
    const customer = await play();
    const before = await world.wallet(customer.walletId);
    await say(customer, 'STOP');
    await expect.poll(async () => await unanswered(customer)).toEqual(['out_of_credit']);
    expect(await answersOf(customer)).toEqual([]);
    expect(await world.wallet(customer.walletId)).toEqual(before);
  } finally {
    world.price.perSegmentMicros = ONE_MESSAGE;
  }
});

test('whoever lets their account spend nothing, and has money, has no answer for nothing', async () => {
  const customer = await activeCustomer('5.00');
  await writeTo(customer);
  await sql`insert into limits.ceiling (owner_id, account_id, day_micros, changed_at)
    values (${customer.accountId}, ${customer.accountId}, 0, now())`.execute(database);
  const before = await world.wallet(customer.walletId);
  for (const text of ['STOP', 'HELP']) await say(customer, text);
  await expect.poll(async () => await unanswered(customer)).toEqual(['limit_day', 'limit_day']);
  expect(await answersOf(customer)).toEqual([]);
  expect(await world.wallet(customer.walletId)).toEqual(before);
});

test('however many accounts there are, the operator pays a thousand answers a day', async () => {
  world.clock.passSeconds(86_401);
  const customer = await activeCustomer(ONE_MESSAGE);
  await writeTo(customer);
  // Each of an account of its own, at this moment.
  await sql`insert into messages.message
    select (jsonb_populate_record(message, jsonb_build_object('id', overlay(gen_random_uuid()::text placing left(id::text, 13) from 1),
      'account_id', gen_random_uuid(), 'answers', gen_random_uuid(), 'per_segment', 0))).*
    from messages.message, generate_series(1, ${FREE_BY_ALL_IN_DAY - 1}::integer)
    where account_id = ${customer.accountId} and peer = ${PEER}`.execute(database);
  await say(customer, 'STOP');
  await expect.poll(async () => await answersOf(customer)).toEqual([0n]);
  await say(customer, 'HELP');
  await expect.poll(async () => await unanswered(customer)).toEqual(['out_of_credit']);
  expect(await answersOf(customer)).toEqual([0n]);

  world.clock.passSeconds(86_401);
  await say(customer, 'HELP');
  await expect.poll(async () => await answersOf(customer)).toEqual([0n, 0n]);
});
