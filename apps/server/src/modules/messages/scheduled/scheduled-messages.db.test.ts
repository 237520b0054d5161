import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { messagesWorld, NO_LIMITS, PEER } from '../../../testing/money/messages-world.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { type Database, inTransaction } from '../../../platform/database.ts';
import { eraseMessages } from '../erase-messages.ts';
import { askErasure } from '../inbox/erasures-store.ts';
import { findScheduled } from '../record/scheduled-store.ts';
import { cancelScheduled, changeScheduled } from './schedule-message.ts';

const { database } = await testDatabase();

type World = Awaited<ReturnType<typeof messagesWorld>>;
type Customer = Awaited<ReturnType<World['customer']>>;
const HOUR_SECONDS = 3_600;

async function texts(world: World, customer: Customer): Promise<string[]> {
  return (await world.thread(customer)).map(({ text }) => text);
}

async function failures(accountId: string): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`select payload from platform.event
    where account_id = ${accountId} and type = 'scheduled_message.failed'`.execute(database);
  return rows.map(({ payload }) => payload);
}

/** What became of a message that was scheduled for an hour from now, after something happened in between. */
async function afterwards(world: World, customer: Customer, between: () => unknown) {
  const { id } = await world.schedule(customer);
  await between();
  world.clock.passSeconds(HOUR_SECONDS);
  await world.sendScheduled();
  return await findScheduled(database, { accountId: customer.accountId, id });
}

test('a scheduled message costs and holds nothing, and is sent at its time as any other', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const { id } = await world.schedule(customer);
  await world.sendScheduled();
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 1_000_000n, held: 0n });
  expect(await texts(world, customer)).toEqual([]);

  world.clock.passSeconds(HOUR_SECONDS);
  await world.sendScheduled();
  expect(await texts(world, customer)).toEqual(['Later']);
  expect((await world.wallet(customer.walletId)).held).toBe(20_000n);
  const [message] = await world.thread(customer);
  const whose = { accountId: customer.accountId, id };
  expect(await findScheduled(database, whose)).toMatchObject({ state: 'sent', messageId: message?.id });
  expect(message?.createdAt).toEqual(world.clock.now());
});

test('however many servers look for what is due, it is sent once', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  await world.schedule(customer);
  world.clock.passSeconds(HOUR_SECONDS);
  await Promise.all([world.sendScheduled(), world.sendScheduled(), world.sendScheduled()]);
  world.clock.passSeconds(120);
  await world.sendScheduled();
  expect(await texts(world, customer)).toEqual(['Later']);
});

test('it is sent when the clocks of the recipient show the time, also after they were put forward', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const year = world.clock.now().getUTCFullYear() + (world.clock.now().getUTCMonth() > 5 ? 1 : 0);
  const scheduled = await world.schedule(customer, {
    sendAt: { local: `${year}-07-01T09:00`, timeZone: 'Europe/London' },
  });
  expect(scheduled.sendAt.toISOString()).toBe(`${year}-07-01T08:00:00.000Z`);
  expect(scheduled.timeZone).toBe('Europe/London');
});

test.each([
  ['a time that has passed', -HOUR_SECONDS],
  ['a time in more than a year', 370 * 24 * HOUR_SECONDS],
])('%s is refused', async (_what, seconds) => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const sendAt = new Date(world.clock.now().getTime() + seconds * 1_000).toISOString();
  await expect(world.schedule(customer, { sendAt })).rejects.toMatchObject({ code: 'invalid_request' });
});

test('what could not be sent now cannot be scheduled either', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  await expect(world.schedule(customer, { from: '+447700900999' })).rejects.toMatchObject({
    code: 'sender_not_allowed',
  });
  const cheaper = { amount: '0.0001', currency: 'USD' };
  await expect(world.schedule(customer, { pricePerSegment: cheaper })).rejects.toMatchObject({ code: 'price_changed' });
});

test('another text or another time counts until it is sent, and what was cancelled is not sent', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const { accountId } = customer;
  const [changed, cancelled] = [await world.schedule(customer), await world.schedule(customer)];
  const sendAt = new Date(world.clock.now().getTime() + 2 * HOUR_SECONDS * 1_000).toISOString();
  await changeScheduled(world.deps, { accountId, id: changed.id }, { text: 'Later still', sendAt });
  await cancelScheduled(world.deps, { accountId, id: cancelled.id });
  world.clock.passSeconds(HOUR_SECONDS);
  await world.sendScheduled();
  expect(await texts(world, customer)).toEqual([]);
  world.clock.passSeconds(HOUR_SECONDS);
  await world.sendScheduled();
  expect(await texts(world, customer)).toEqual(['Later still']);
  const late = { accountId, id: changed.id };
  const isSent = { code: 'already_sent', status: 409 };
  await expect(cancelScheduled(world.deps, late)).rejects.toMatchObject(isSent);
  await expect(changeScheduled(world.deps, late, { text: 'Too late' })).rejects.toMatchObject(isSent);
});

/** The database as somebody sees it for whom something happens before each of their transactions. */
function withBefore(which: Database, happens: () => Promise<unknown>): Database {
  return new Proxy(which, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
      return () => ({
        async execute(work: Parameters<ReturnType<Database['transaction']>['execute']>[0]) {
          await happens();
          return await target.transaction().execute(work);
        },
      });
    },
  });
}

test('two changes at the same moment are both kept', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const { accountId } = customer;
  const { id } = await world.schedule(customer);
  const whose = { accountId, id };
  let isFirstDone = false;
  const afterTheFirst = withBefore(database, async () => {
    if (!isFirstDone) await changeScheduled(world.deps, whose, { text: 'Another text' });
    isFirstDone = true;
  });
  const sendAt = new Date(world.clock.now().getTime() + 2 * HOUR_SECONDS * 1_000);
  const deps = { ...world.deps, database: afterTheFirst };
  const both = { text: 'Another text', sendAt, version: 3 };
  expect(await changeScheduled(deps, whose, { sendAt: sendAt.toISOString() })).toMatchObject(both);
  expect(await findScheduled(database, whose)).toMatchObject(both);
});

test('whoever never comes to change it, since others do again and again, is told so, and changes nothing', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const { accountId } = customer;
  const { id } = await world.schedule(customer);
  const whose = { accountId, id };
  let others = 0;
  const afterOthers = withBefore(
    database,
    async () => await changeScheduled(world.deps, whose, { text: `Text ${(others += 1)}` }),
  );
  const sendAt = new Date(world.clock.now().getTime() + 2 * HOUR_SECONDS * 1_000).toISOString();
  const changing = changeScheduled({ ...world.deps, database: afterOthers }, whose, { sendAt });
  await expect(changing).rejects.toMatchObject({ code: 'busy' });
  const kept = await findScheduled(database, whose);
  expect(kept).toMatchObject({ text: `Text ${others}` });
  expect(kept?.sendAt.toISOString()).not.toBe(sendAt);
});

test('it costs what a message costs when it is sent, where that is less than was shown', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  await afterwards(world, customer, () => (world.price.perSegmentMicros = micros(10_000n)));
  expect((await world.wallet(customer.walletId)).held).toBe(10_000n);
});

test('it is never sent for more than was shown: then it fails, and its owner is told', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const { accountId } = customer;
  const failed = await afterwards(world, customer, () => (world.price.perSegmentMicros = micros(900_000n)));
  expect(failed).toMatchObject({ state: 'failed', reason: 'price_changed' });
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 1_000_000n, held: 0n });
  expect(await failures(accountId)).toEqual([{ peer: PEER, reason: 'price_changed' }]);

  // With a new time it waits again, for the price of now.
  const sendAt = new Date(world.clock.now().getTime() + HOUR_SECONDS * 1_000).toISOString();
  await changeScheduled(world.deps, { accountId, id: failed?.id ?? '' }, { sendAt });
  world.clock.passSeconds(HOUR_SECONDS);
  await world.sendScheduled();
  expect((await world.wallet(customer.walletId)).held).toBe(900_000n);
});

test('STOP that comes in between is heeded', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const number = await world.numberOf(customer);
  const failed = await afterwards(world, customer, async () => await world.receive({ to: number, text: 'STOP' }));
  expect(failed).toMatchObject({ state: 'failed', reason: 'recipient_opted_out' });
});

test('nothing is sent to somebody who was blocked in between', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const failed = await afterwards(world, customer, async () => {
    await sql`update messages.thread set blocked_at = now() where account_id = ${customer.accountId}`.execute(database);
  });
  expect(failed).toMatchObject({ state: 'failed', reason: 'recipient_blocked' });
});

test('a balance or a limit that ends in between fails it, and nothing is held', async () => {
  const poor = await messagesWorld(database);
  const spender = await poor.customer('0.02');
  const unpaid = await afterwards(poor, spender, async () => await poor.write(spender));
  expect(unpaid).toMatchObject({ state: 'failed', reason: 'out_of_credit' });
  expect((await poor.wallet(spender.walletId)).held).toBe(20_000n);

  const limits = { account: { ...NO_LIMITS.account, dayMicros: micros(30_000n) }, user: NO_LIMITS.user };
  const bounded = await messagesWorld(database, { limits });
  const busy = await bounded.customer('1.00');
  await bounded.schedule(busy);
  bounded.clock.passSeconds(HOUR_SECONDS);
  await bounded.write(busy);
  await bounded.sendScheduled();
  expect(await failures(busy.accountId)).toEqual([{ peer: PEER, reason: 'limit_day' }]);
});

test('an hour after its time it is not sent any more', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const failed = await afterwards(world, customer, () => world.clock.passSeconds(HOUR_SECONDS + 60));
  expect(failed).toMatchObject({ state: 'failed', reason: 'too_late' });
});

test('where no carrier is there for a moment, it is tried again', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  await world.schedule(customer);
  const carriers = world.carriers.splice(0);
  world.clock.passSeconds(HOUR_SECONDS);
  await world.sendScheduled();
  expect(await texts(world, customer)).toEqual([]);
  world.carriers.push(...carriers);
  world.clock.passSeconds(60);
  await world.sendScheduled();
  expect(await texts(world, customer)).toEqual(['Later']);
});

test('no more than two hundred wait, however many are scheduled at once', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const { accountId, userId } = customer;
  await world.schedule(customer);
  await sql`insert into messages.scheduled_message (id, account_id, user_id, number, peer, body, encoding, segments, currency,
      per_segment, send_at, state, try_at, created_at)
    select gen_random_uuid(), ${accountId}, ${userId}, number, peer, body, encoding, segments, currency, per_segment, send_at,
      state, try_at, created_at
    from messages.scheduled_message, generate_series(1, 197) where account_id = ${accountId}`.execute(database);
  const tries = await Promise.allSettled([1, 2, 3, 4].map(async () => await world.schedule(customer)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await expect(world.schedule(customer)).rejects.toMatchObject({ code: 'too_many_scheduled' });
});

test('who closes an account takes along what waits', async () => {
  const world = await messagesWorld(database);
  const customer = await world.customer('1.00');
  const { id } = await world.schedule(customer);
  await inTransaction(database, async (tx) => await askErasure(tx, [customer.accountId]));
  await eraseMessages(world.deps);
  expect(await findScheduled(database, { accountId: customer.accountId, id })).toBeNull();
});
