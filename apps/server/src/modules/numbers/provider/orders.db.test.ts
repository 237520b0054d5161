import { expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import { usd } from '../../../testing/money/usd.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { numberCalled, numbersOf } from '../index.ts';
import { saveOffers } from '../record/offers-store.ts';
import { anOffer } from '../testing/numbers-world.ts';
import { providerWorld } from '../testing/provider-world.ts';

/** Orders of numbers at a provider: a stand-in of Telnyx on a real port, and a real PostgreSQL. */

const { database } = await testDatabase();

const POST = /^POST \/number_orders$/;

test('a number that is ordered is the account’s for a month, at our price and charged once', async () => {
  const world = await providerWorld(database);
  const account = await world.account(10);
  const number = world.stock({ monthly: '1.15000', upfront: '0.33333' });
  await world.order(account, number, { monthly: '1.725', setup: '0.499995' });
  await world.drive();

  expect(await numbersOf(database, account.id)).toEqual([number, expect.stringMatching(/^\+999/)]);
  expect(await world.taken(account)).toEqual([-2_224_995n]);
  expect(await world.held(account)).toBe(0n);
  expect(await world.balance(account)).toBe(10_000_000n - 2_224_995n);
  expect(await numberCalled(database, number)).toMatchObject({ accountId: account.id, perMinuteMicros: 10_000n });
  const { id, state } = await world.stateOf(number);
  expect(state).toBe('active');
  expect(world.telnyx.book.ordersOf(number)).toMatchObject([{ reference: id, status: 'success' }]);
  expect(await world.orders(account)).toEqual([]);
  expect(world.telnyx.refused).toEqual([]);
});

test('of two hundred who order one number of the provider exactly one order is placed, and one is charged', async () => {
  const world = await providerWorld(database);
  const number = world.stock();
  const accounts = await Promise.all(Array.from({ length: 200 }, async () => await world.account(5)));

  const orders = await Promise.allSettled(accounts.map(async (account) => await world.order(account, number)));

  expect(orders.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = orders.flatMap((order) => (order.status === 'rejected' ? [order.reason.code] : []));
  expect(new Set(refused)).toEqual(new Set(['number_taken']));
  expect(world.telnyx.count(POST)).toBe(1);
  expect(world.telnyx.book.heldNow()).toEqual([number]);
  const balances = await Promise.all(accounts.map(world.balance));
  expect(balances.filter((balance) => balance === usd(3.5))).toHaveLength(1);
  expect(balances.filter((balance) => balance === usd(5))).toHaveLength(199);
  expect(await world.owner(number)).toBe(accounts[orders.findIndex(({ status }) => status === 'fulfilled')]?.id);
});

test('an order that arrives many times at once is placed once and charged once', async () => {
  const world = await providerWorld(database);
  const account = await world.account(10);
  const number = world.stock();
  await Promise.all(Array.from({ length: 10 }, async () => await world.order(account, number)));

  expect(world.telnyx.count(POST)).toBe(1);
  expect(await world.taken(account)).toEqual([-usd(1.5)]);
});

test('an order that comes again while the first is on its way is the same one, whatever the provider says of its number by then', async () => {
  let first: (() => Promise<void>) | null = null;
  const world = await providerWorld(database, {
    over: (real) => ({
      quote: async (wanted) => {
        const order = first;
        first = null;
        await order?.();
        return await real.quote(wanted);
      },
    }),
  });
  const account = await world.account(10);
  const number = world.stock();
  first = async () => await world.order(account, number);
  await world.order(account, number);

  expect(first).toBeNull();
  expect(world.telnyx.count(POST)).toBe(1);
  expect(await world.taken(account)).toEqual([-usd(1.5)]);
});

test('a number that is gone between the search and the order costs nothing, and is said to be gone', async () => {
  const world = await providerWorld(database);
  const account = await world.account(10);
  const number = world.stock();
  world.telnyx.fail(POST, { when: 'before', fails: 'status', status: 422 });
  await world.order(account, number);

  expect(await world.orders(account)).toEqual([{ number, state: 'failed', reason: 'gone' }]);
  expect(await world.held(account)).toBe(0n);
  expect(await world.balance(account)).toBe(usd(10));
  await world.later(1);
  await world.order(account, number);
  expect(await world.orders(account)).toEqual([]);
  expect(await world.owner(number)).toBe(account.id);
});

test.each([
  ['success', [], [-usd(1.5)]],
  ['failure', [{ state: 'failed', reason: 'gone' }], []],
] as const)(
  'an order that is pending is shown so, and settled when the provider says %s',
  async (said, shown, taken) => {
    const world = await providerWorld(database);
    world.telnyx.book.how.ordersWait = true;
    const account = await world.account(10);
    const number = world.stock();
    await world.order(account, number);
    for (let hours = 0; hours < 20; hours += 1) await world.later(3_600);
    expect(await world.orders(account)).toEqual([{ number, state: 'pending', reason: null }]);
    expect(await world.owner(number)).toBeNull();
    expect(await world.held(account)).toBe(usd(1.5));

    world.telnyx.book.settle(number, said);
    await world.later(3_600);
    expect(await world.orders(account)).toMatchObject(shown);
    expect(await world.taken(account)).toEqual(taken);
    expect(await world.held(account)).toBe(0n);
    expect(world.telnyx.count(POST)).toBe(1);
  },
);

test.each([
  ['wants documents', 'documents', 11 * 60],
  ['is pending for days', 'unavailable', 3 * 24 * 3_600 + 60],
])('an order that %s is cancelled, and its money is free', async (_what, reason, seconds) => {
  const world = await providerWorld(database);
  world.telnyx.book.how.ordersWait = true;
  world.telnyx.book.how.wantsDocuments = reason === 'documents';
  const account = await world.account(10);
  const number = world.stock();
  await world.order(account, number);
  await world.later(60);
  expect(await world.orders(account)).toMatchObject([{ state: 'pending' }]);
  await world.later(seconds);
  await world.later(3_600);

  expect(await world.orders(account)).toEqual([{ number, state: 'failed', reason }]);
  expect(await world.held(account)).toBe(0n);
  expect(world.telnyx.book.ordersOf(number)).toMatchObject([{ status: 'failure' }]);
});

test('a price that was raised at the provider is told and nothing is ordered; a lower one is what is taken', async () => {
  const world = await providerWorld(database);
  const account = await world.account(20);
  const number = world.stock({ monthly: '2.00000', upfront: '1.00000' });
  for (const shown of [
    { monthly: '2.999999', setup: '1.5' },
    { monthly: '3', setup: '1.499999' },
    { monthly: '3', setup: '1.5', perMinute: '0.009999' },
    { monthly: '-3', setup: '1.5' },
  ]) {
    await expect(world.order(account, number, shown)).rejects.toMatchObject({ code: 'number_price_changed' });
  }
  expect(world.telnyx.count(POST)).toBe(0);
  await world.order(account, number, { monthly: '9', setup: '1.5' });
  expect(await world.taken(account)).toEqual([-usd(4.5)]);
});

test('a provider that does not answer sells nothing, takes nothing, and says that it is not known', async () => {
  const world = await providerWorld(database);
  const account = await world.account(10);
  const number = world.stock();
  world.telnyx.die(true);
  await expect(world.order(account, number)).rejects.toMatchObject({ code: 'number_provider_silent', status: 503 });
  expect(await world.stateOf(number)).toMatchObject({ state: null });
  expect(await world.held(account)).toBe(0n);
});

test('whoever closes their account while an order is pending pays nothing, and the number goes back', async () => {
  const world = await providerWorld(database);
  world.telnyx.book.how.ordersWait = true;
  const account = await world.account(10);
  const number = world.stock();
  await world.order(account, number);
  await world.close(account);
  world.telnyx.book.settle(number, 'success');
  await world.later(60);
  await world.later(60);

  expect(await world.taken(account)).toEqual([]);
  expect(await world.held(account)).toBe(0n);
  expect(world.telnyx.book.heldNow()).toEqual([]);
  expect(await world.owner(number)).toBeNull();
});

test('a number on order is for rent to nobody, also where the operator loads it into the catalogue', async () => {
  const world = await providerWorld(database);
  world.telnyx.book.how.ordersWait = true;
  const [account, other] = [await world.account(10), await world.account(10)];
  const number = world.stock();
  await world.order(account, number);
  await inTransaction(database, async (tx) => await saveOffers(tx, [anOffer({ e164: number })], world.clock.now()));
  await expect(world.rent(other, number)).rejects.toMatchObject({ code: 'number_not_offered' });
  world.telnyx.book.settle(number, 'success');
  await world.later(60);

  expect(await world.owner(number)).toBe(account.id);
});
