import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { usd } from '../testing/numbers-world.ts';
import { providerWorld } from '../testing/provider-world.ts';

/** How numbers go back to their provider. */

const { database } = await testDatabase();

const DELETE = /^DELETE \/phone_numbers/;

async function aRenter(dollars = 10) {
  const world = await providerWorld(database);
  const account = await world.account(dollars);
  const number = world.stock();
  await world.order(account, number);
  return { ...world, account, number, another: world.account };
}

test('a number that is released goes back to the provider once', async () => {
  const { account, number, telnyx, ...world } = await aRenter();
  await world.drive();
  await world.release(account, number);
  expect(await world.owner(number)).toBeNull();
  await world.drive();
  for (let hours = 0; hours < 5; hours += 1) await world.later(3_600);

  expect(telnyx.book.heldNow()).toEqual([]);
  expect(telnyx.count(DELETE)).toBe(1);
  expect(await world.stateOf(number)).toMatchObject({ state: 'released' });
});

test.each([
  ['does not answer, and took it', { when: 'after', fails: 'silent' }, 2],
  ['does not answer, and did not take it', { when: 'before', fails: 'silent' }, 2],
  ['asks to wait', { when: 'before', fails: 'status', status: 429, retryAfter: '60' }, 2],
  ['says that it knows no such number', { when: 'before', fails: 'status', status: 404 }, 1],
  ['has a fault', { when: 'before', fails: 'status', status: 500 }, 2],
] as const)('where the provider %s the release is tried until it says so', async (_what, fault, asked) => {
  const { account, number, telnyx, ...world } = await aRenter();
  await world.drive();
  telnyx.fail(DELETE, fault);
  await world.release(account, number);
  await world.drive();
  for (let minutes = 0; minutes < 5; minutes += 1) await world.later(60);

  expect(await world.stateOf(number)).toMatchObject({ state: 'released' });
  expect(telnyx.count(DELETE)).toBe(asked);
});

test('a number that is released before the provider lists it is not forgotten there', async () => {
  const { account, number, telnyx, ...world } = await aRenter();
  telnyx.book.how.listsNumbers = false;
  await world.release(account, number);
  await world.drive();
  await world.later(60);
  expect(await world.stateOf(number)).toMatchObject({ state: 'releasing' });
  telnyx.book.how.listsNumbers = true;
  await world.later(600);

  expect(telnyx.book.heldNow()).toEqual([]);
  expect(await world.stateOf(number)).toMatchObject({ state: 'released' });
});

test('a release that is told late takes nothing from who orders the number next', async () => {
  const { account, number, telnyx, another, ...world } = await aRenter();
  await world.drive();
  telnyx.fail(DELETE, { when: 'after', fails: 'silent' });
  await world.release(account, number);
  await world.drive();
  // It is free at the provider, and not known to be so here: nobody orders it in between.
  const other = await another(10);
  await expect(world.order(other, number)).rejects.toMatchObject({ code: 'number_taken' });
  await world.later(60);
  await expect(world.order(other, number)).rejects.toMatchObject({ code: 'number_taken' });
  await world.later(46 * 24 * 3_600);
  await world.order(other, number);
  for (let hours = 0; hours < 3; hours += 1) await world.later(3_600);

  expect(await world.owner(number)).toBe(other.id);
  expect(telnyx.book.heldNow()).toEqual([number]);
});

test('a number whose month is not paid goes back when its days of grace are over', async () => {
  const { account, number, telnyx, ...world } = await aRenter(2);
  await world.drive();
  for (const at of ['2026-04-10T09:30:00Z', '2026-04-24T09:29:00Z']) {
    world.passTo(at);
    await world.renew();
    await world.drive();
  }
  expect(telnyx.book.heldNow()).toEqual([number]);
  world.passTo('2026-04-24T09:30:00Z');
  await world.renew();
  await world.drive();

  expect(telnyx.book.heldNow()).toEqual([]);
  expect(await world.owner(number)).toBeNull();
  expect(await world.taken(account)).toEqual([-usd(1.5)]);
  expect(await world.told(account)).toEqual(['number.renewal_failed', 'number.ended']);
});

test('a month of a number that was ordered is renewed at the price of the order', async () => {
  const { account, number, ...world } = await aRenter();
  world.passTo('2026-04-10T09:30:00Z');
  await world.renew();

  expect(await world.taken(account)).toEqual([-usd(1.5), -usd(1.5)]);
  expect(await world.owner(number)).toBe(account.id);
});
