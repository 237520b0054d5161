import { expect, test } from 'vitest';
import { usd } from '../../../testing/money/usd.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { providerWorld } from '../testing/provider-world.ts';

/** Orders whose fate is not known for a while: the provider does not answer, or whoever asked it is gone. */

const { database } = await testDatabase();

const POST = /^POST \/number_orders$/;
const never = async () => await new Promise<never>(() => undefined);

test.each([
  ['the answer never comes', { when: 'after', fails: 'silent' }],
  ['the connection breaks behind the order', { when: 'after', fails: 'reset' }],
  ['a page comes instead of the answer', { when: 'after', fails: 'garbage' }],
  ['a fault of theirs comes, and the order was taken', { when: 'after', fails: 'status', status: 504 }],
] as const)('where %s the order is asked for, and neither placed nor charged twice', async (_what, fault) => {
  const world = await providerWorld(database);
  const account = await world.account(10);
  const number = world.stock();
  world.telnyx.fail(POST, fault);
  await world.order(account, number);
  expect(await world.orders(account)).toEqual([{ number, state: 'pending', reason: null }]);
  expect(await world.held(account)).toBe(usd(1.5));
  expect(await world.taken(account)).toEqual([]);

  await world.later(10);
  expect(await world.owner(number)).toBe(account.id);
  await world.later(3_600);
  expect(world.telnyx.count(POST)).toBe(1);
  expect(await world.taken(account)).toEqual([-usd(1.5)]);
  expect(await world.held(account)).toBe(0n);
});

test('an order that never arrived frees its money after a quarter of an hour, and is never sent again', async () => {
  const world = await providerWorld(database);
  const account = await world.account(10);
  const number = world.stock();
  world.telnyx.fail(POST, { when: 'before', fails: 'silent' });
  await world.order(account, number);
  for (let minutes = 0; minutes < 14; minutes += 1) await world.later(60);
  expect(await world.held(account)).toBe(usd(1.5));
  for (let minutes = 0; minutes < 6; minutes += 1) await world.later(60);

  expect(await world.orders(account)).toEqual([{ number, state: 'failed', reason: 'unavailable' }]);
  expect(await world.held(account)).toBe(0n);
  await expect(world.order(account, number)).rejects.toMatchObject({ code: 'number_in_doubt' });
  await expect(world.order(await world.account(10), number)).rejects.toMatchObject({ code: 'number_taken' });
  for (let days = 0; days < 4; days += 1) await world.later(24 * 3_600);
  expect(await world.stateOf(number)).toMatchObject({ state: 'refused' });
  expect(world.telnyx.count(POST)).toBe(1);
  expect(await world.taken(account)).toEqual([]);
});

test('an order that turns up after its money was freed is given back at the provider, and nobody pays', async () => {
  const world = await providerWorld(database);
  const account = await world.account(10);
  const number = world.stock();
  world.telnyx.book.how.listsOrders = false;
  world.telnyx.fail(POST, { when: 'after', fails: 'silent' });
  await world.order(account, number);
  for (let minutes = 0; minutes < 25; minutes += 1) await world.later(60);
  expect(await world.held(account)).toBe(0n);
  expect(world.telnyx.book.heldNow()).toEqual([number]);

  world.telnyx.book.how.listsOrders = true;
  for (let hours = 0; hours < 4; hours += 1) await world.later(3_600);
  expect(world.telnyx.book.heldNow()).toEqual([]);
  expect(await world.stateOf(number)).toMatchObject({ state: 'released' });
  expect(await world.owner(number)).toBeNull();
  expect(await world.taken(account)).toEqual([]);
});

test('too many requests are waited for as long as the provider asks, and then the order is placed once', async () => {
  const world = await providerWorld(database);
  const account = await world.account(10);
  const number = world.stock();
  world.telnyx.fail(POST, { when: 'before', fails: 'status', status: 429, retryAfter: '30' });
  await world.order(account, number);
  expect(await world.orders(account)).toMatchObject([{ state: 'pending' }]);
  await world.later(29);
  expect(world.telnyx.count(POST)).toBe(1);
  await world.later(1);

  expect(world.telnyx.count(POST)).toBe(2);
  expect(world.telnyx.book.ordersOf(number)).toHaveLength(1);
  expect(await world.taken(account)).toEqual([-usd(1.5)]);
});

test('a provider that lets nobody in for two minutes gets no order, and the money is free', async () => {
  const world = await providerWorld(database);
  const account = await world.account(10);
  const number = world.stock();
  for (let tries = 0; tries < 20; tries += 1) {
    world.telnyx.fail(POST, { when: 'before', fails: 'status', status: 402 });
  }
  await world.order(account, number);
  for (let tries = 0; tries < 20; tries += 1) await world.later(15);

  expect(await world.orders(account)).toEqual([{ number, state: 'failed', reason: 'unavailable' }]);
  expect(await world.held(account)).toBe(0n);
  expect(world.telnyx.book.orders).toEqual([]);
});

test.each([
  ['before the order left', () => ({ order: never }), 'unavailable'],
  [
    'when the order had arrived, and its answer had not',
    (real: Awaited<ReturnType<typeof providerWorld>>['real']) => ({
      order: async (wanted: Parameters<typeof real.order>[0]) => {
        await real.order(wanted);
        return await never();
      },
    }),
    null,
  ],
] as const)('a server that dies %s loses neither the money nor the number', async (_when, over, failure) => {
  const world = await providerWorld(database, { over });
  const account = await world.account(10);
  const number = world.stock();
  // Whoever ordered never hears of it: what it had begun stands in the database alone.
  void world.order(account, number);
  await expect.poll(async () => (await world.stateOf(number)).state).toBe('submitted');
  const arrived = failure === null ? 1 : 0;
  await expect.poll(() => world.telnyx.book.heldNow()).toHaveLength(arrived);
  for (let minutes = 0; minutes < 20; minutes += 1) await world.later(60);

  expect(await world.held(account)).toBe(0n);
  expect(await world.owner(number)).toBe(failure === null ? account.id : null);
  expect(await world.taken(account)).toEqual(failure === null ? [-usd(1.5)] : []);
  expect(await world.orders(account)).toMatchObject(failure === null ? [] : [{ state: 'failed', reason: failure }]);
  expect(world.telnyx.book.heldNow()).toEqual(failure === null ? [number] : []);
});

test('a webhook’s hint before the answer to the order gives the number once, and the late answer changes nothing', async () => {
  const world = await providerWorld(database);
  const account = await world.account(10);
  const number = world.stock();
  let answer = () => {};
  world.telnyx.fail(POST, { when: 'after', fails: 'late', until: new Promise<void>((resolve) => (answer = resolve)) });
  const ordering = world.order(account, number);
  await expect.poll(() => world.telnyx.book.heldNow()).toEqual([number]);
  await world.later(130);
  expect(await world.owner(number)).toBe(account.id);
  answer();
  await ordering;

  expect(await world.taken(account)).toEqual([-usd(1.5)]);
  expect(await world.stateOf(number)).toMatchObject({ state: 'active' });
});

test('many workers that look at once give a number once', async () => {
  const world = await providerWorld(database);
  const account = await world.account(10);
  const number = world.stock();
  world.telnyx.fail(POST, { when: 'after', fails: 'reset' });
  await world.order(account, number);
  world.passTo(new Date(world.clock.now().getTime() + 60_000).toISOString());
  await Promise.all(Array.from({ length: 6 }, async () => await world.drive()));

  expect(await world.taken(account)).toEqual([-usd(1.5)]);
});
