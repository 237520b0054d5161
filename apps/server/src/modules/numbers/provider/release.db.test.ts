import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { usd } from '../../../testing/money/usd.ts';
import { testDatabase } from '../../../testing/test-database.ts';
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

/** A number that was had, given back and ordered again, at a provider that still lists the old one alone. */
async function aNumberHadAgain({ isReleasedAtOnce }: { isReleasedAtOnce: boolean }) {
  const { account, number, telnyx, ...world } = await aRenter(20);
  if (!isReleasedAtOnce) await world.drive();
  await world.release(account, number);
  await world.drive();
  await world.later(60);
  expect(telnyx.book.heldNow()).toEqual([]);
  telnyx.book.how.listsNumbers = 'stale';
  await world.order(account, number);
  await world.later(60);
  const [old, present] = telnyx.book.owned.map(({ id }) => id);
  return { ...world, account, number, telnyx, old, present };
}

const namesOf = async (number: string) => {
  const { rows } = await sql<{ name: string | null }>`
    select provider_number_id as name from numbers.provider_order where e164 = ${number} order by begun_at, id`.execute(
    database,
  );
  return rows.map(({ name }) => name);
};

test.each([true, false])(
  'a number that is had again never takes its old name at the provider (its first one was given back at once: %s)',
  async (isReleasedAtOnce) => {
    const { account, number, telnyx, old, present, ...world } = await aNumberHadAgain({ isReleasedAtOnce });
    expect(await namesOf(number)).toEqual([old, null]);
    telnyx.book.how.listsNumbers = true;
    await world.later(3_600);
    expect(await namesOf(number)).toEqual([old, present]);

    await world.release(account, number);
    await world.drive();
    expect(telnyx.book.heldNow()).toEqual([]);
    expect(await world.stateOf(number)).toMatchObject({ state: 'released' });
  },
);

test('where the provider lists an old name alone an hour after the order, that is what goes back', async () => {
  const { account, number, telnyx, old, ...world } = await aNumberHadAgain({ isReleasedAtOnce: false });
  await world.release(account, number);
  await world.drive();
  const deleted = () => telnyx.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  expect(deleted()).toHaveLength(1);
  expect(await world.stateOf(number)).toMatchObject({ state: 'releasing' });
  await world.later(3_700);
  expect(deleted()).toEqual([`/phone_numbers/${old}`, `/phone_numbers/${old}`]);
  expect(await world.stateOf(number)).toMatchObject({ state: 'released' });
});

test('the database itself lets no two orders have one name', async () => {
  const { account, number, ...world } = await aRenter();
  await world.drive();
  const other = world.stock();
  await world.order(account, other);
  const [name] = await namesOf(number);
  await expect(
    sql`update numbers.provider_order set provider_number_id = ${name} where e164 = ${other}`.execute(database),
  ).rejects.toThrow('provider_order_of_number_there');
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
