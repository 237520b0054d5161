import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { everyOrderOf } from '../export-numbers.ts';
import { providerWorld } from '../testing/provider-world.ts';

/** Whoever ordered a number hears that it came to nothing, and finds it in their export. */

const { database } = await testDatabase();

const POST = /^POST \/number_orders$/;

async function anOrderer() {
  const world = await providerWorld(database);
  const account = await world.account(10);
  const payloads = async () => {
    const { rows } = await sql<{ payload: unknown }>`
      select payload from platform.event where account_id = ${account.id} and type = 'number.order_failed' order by id`.execute(
      database,
    );
    return rows.map(({ payload }) => payload);
  };
  return { ...world, account, payloads, stocked: () => world.stock({ upfront: '0.50000' }) };
}

const price = { amount: '2.2500', currency: 'USD' };

test.each([
  ['says that it failed', 'gone', 3_600],
  ['wants documents for it', 'documents', 11 * 60],
  ['does not answer', 'unavailable', 3 * 24 * 3_600],
] as const)('whoever ordered a number is told, once, when the provider %s later', async (_what, reason, seconds) => {
  const { account, telnyx, stocked, payloads, ...world } = await anOrderer();
  const number = stocked();
  telnyx.book.how.ordersWait = true;
  telnyx.book.how.wantsDocuments = reason === 'documents';
  await world.order(account, number, { setup: '0.75' });
  await world.later(10);
  if (reason === 'gone') telnyx.book.settle(number, 'failure');
  if (reason === 'unavailable') telnyx.die(true);
  expect(await payloads()).toEqual([]);
  for (let looks = 0; looks < 3; looks += 1) await world.later(seconds);

  expect(await payloads()).toEqual([{ number, reason, price }]);
  telnyx.die(false);
  for (let looks = 0; looks < 10; looks += 1) await world.later(24 * 3_600);
  expect(await payloads()).toEqual([{ number, reason, price }]);
});

test('who is answered at once that an order failed is told nothing more', async () => {
  const { account, telnyx, stocked, payloads, ...world } = await anOrderer();
  telnyx.fail(POST, { when: 'before', fails: 'status', status: 422 });
  await world.order(account, stocked(), { setup: '0.75' });
  expect(await world.orders(account)).toMatchObject([{ state: 'failed' }]);
  expect(await payloads()).toEqual([]);
});

test('who has closed the account is not told', async () => {
  const { account, telnyx, stocked, payloads, ...world } = await anOrderer();
  const number = stocked();
  telnyx.book.how.ordersWait = true;
  await world.order(account, number, { setup: '0.75' });
  await world.close(account);
  telnyx.book.settle(number, 'failure');
  await world.later(60);
  expect(await world.held(account)).toBe(0n);
  expect(await payloads()).toEqual([]);
});

test('an export has every order that waits or failed, also an old one, one of a number that was had later, and one that goes back', async () => {
  const { account, telnyx, stocked, ...world } = await anOrderer();
  const [number, late] = [stocked(), stocked()];
  for (let tries = 0; tries < 2; tries += 1) {
    telnyx.fail(POST, { when: 'before', fails: 'status', status: 422 });
    await world.order(account, number, { setup: '0.75' });
    await world.later(2 * 24 * 3_600);
  }
  await world.order(account, number, { setup: '0.75' });
  telnyx.book.how.listsOrders = false;
  telnyx.fail(POST, { when: 'after', fails: 'reset' });
  await world.order(account, late, { setup: '0.75' });
  for (let minutes = 0; minutes < 30; minutes += 1) await world.later(60);
  telnyx.book.how.listsOrders = true;
  await world.later(3_600);
  await world.later(3_600);
  expect(await world.stateOf(late)).toMatchObject({ state: 'released' });
  expect(await world.orders(account)).toEqual([{ number: late, state: 'failed', reason: 'unavailable' }]);
  telnyx.book.how.ordersWait = true;
  const pending = stocked();
  await world.order(account, pending, { setup: '0.75' });

  const exported: unknown[] = [];
  for await (const order of everyOrderOf(database, account.id)) exported.push(order);
  const common = { country: 'US', type: 'fixed', monthly: { amount: '1.5000' }, setup: { amount: '0.7500' } };
  expect(exported).toMatchObject([
    { ...common, number, state: 'failed', reason: 'gone', endedAt: expect.any(String) },
    { ...common, number, state: 'failed', reason: 'gone' },
    { ...common, number: late, state: 'failed', reason: 'unavailable' },
    { ...common, number: pending, state: 'pending', reason: null, endedAt: null },
  ]);
});
