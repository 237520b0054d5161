import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { usd } from '../../../testing/money/usd.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { viewOffers } from '../record/number-view.ts';
import { searchOffers } from '../record/offers-store.ts';
import { numbersWorld } from '../testing/numbers-world.ts';

const { database } = await testDatabase();

/** A world of its own for each test: the worker looks at every number that is due by its clock. */
async function aRenter(dollars: number, options: { begins?: string; timeZone?: string } = {}) {
  await sql`update numbers.rental set due_at = 'infinity'`.execute(database);
  const world = numbersWorld(database, options.begins);
  const account = await world.account(dollars, options.timeZone === undefined ? {} : { timeZone: options.timeZone });
  const number = await world.offer();
  await world.rent(account, number);
  /** The number as it is offered to its last account. */
  const offered = async () => {
    const at = world.clock.now();
    const asker = { accountId: account.id, currency: 'USD', now: at };
    const any = { country: null, kind: null, digits: { text: number.slice(1), isAtEnd: true }, after: null, most: 2 };
    return await viewOffers(database, { offers: await searchOffers(database, { ...any, asker }), account, at });
  };
  return { ...world, account, number, offered };
}

test('a month ends on the last day where it lacks the day it began on, and comes back to it', async () => {
  const { account, renew, passTo, ...world } = await aRenter(10, { begins: '2026-01-31T12:00:00Z' });
  for (const end of ['2026-02-28T12:00:00Z', '2026-03-31T12:00:00Z', '2026-04-30T12:00:00Z']) {
    passTo(end);
    await renew();
  }
  expect(await world.paidUntil(account)).toEqual([
    '2026-02-28T12:00:00.000Z',
    '2026-03-31T12:00:00.000Z',
    '2026-04-30T12:00:00.000Z',
    '2026-05-31T12:00:00.000Z',
  ]);
});

test('a month ends at the same time of the clocks of the account, also when they have changed', async () => {
  const renter = await aRenter(10, { begins: '2026-01-31T23:30:00Z', timeZone: 'Europe/Berlin' });
  for (const end of ['2026-02-28T23:30:00Z', '2026-03-31T22:30:00Z']) {
    renter.passTo(end);
    await renter.renew();
  }
  // Half past midnight of 1 February in Berlin, so of 1 March, 1 April and 1 May.
  expect(await renter.paidUntil(renter.account)).toEqual([
    '2026-02-28T23:30:00.000Z',
    '2026-03-31T22:30:00.000Z',
    '2026-04-30T22:30:00.000Z',
  ]);
});

test('a month is begun once, however many workers look', async () => {
  const renter = await aRenter(10);
  renter.passTo('2026-04-10T09:29:59Z');
  await renter.renew();
  expect(await renter.taken(renter.account)).toEqual([-usd(1)]);
  renter.passTo('2026-04-10T09:30:00Z');
  await Promise.all(Array.from({ length: 6 }, async () => await renter.renew()));

  expect(await renter.taken(renter.account)).toEqual([-usd(1), -usd(1)]);
});

test('a balance that will not do is told seven, three and one day before, and once each', async () => {
  const renter = await aRenter(1.5);
  const told: string[] = [];
  for (let halves = 0; halves < 64; halves += 1) {
    renter.passDays(0.5);
    await renter.renew();
    const all = await renter.told(renter.account);
    for (const type of all.slice(told.length)) told.push(`${renter.clock.now().toISOString().slice(0, 10)} ${type}`);
  }
  expect(told).toEqual([
    '2026-04-03 number.due',
    '2026-04-07 number.due',
    '2026-04-09 number.due',
    '2026-04-10 number.renewal_failed',
  ]);
});

test.each([
  ['who can pay is told nothing', 2, 0, []],
  ['who tops up after a warning is told nothing more', 1, 1, ['number.due']],
])('%s', async (_what, dollars, paidLater, told) => {
  const renter = await aRenter(dollars);
  const { account } = renter;
  renter.passTo('2026-04-03T09:30:00Z');
  await renter.renew();
  if (paidLater > 0) await renter.pay(account, paidLater);
  for (const at of ['2026-04-07T09:30:00Z', '2026-04-09T09:30:00Z', '2026-04-10T09:30:00Z']) {
    renter.passTo(at);
    await renter.renew();
  }
  expect(await renter.told(account)).toEqual(told);
  expect(await renter.taken(account)).toEqual([-usd(1), -usd(1)]);
});

test('who rents two numbers is warned of the one that the balance will not do for', async () => {
  const renter = await aRenter(3);
  const { account } = renter;
  renter.passTo('2026-03-12T09:30:00Z');
  await renter.rent(account, await renter.offer());
  for (const at of ['2026-04-03T09:30:00Z', '2026-04-05T09:30:00Z']) {
    renter.passTo(at);
    await renter.renew();
  }
  expect(await renter.told(account)).toEqual(['number.due']);
});

test('a number that cannot be paid rings on for 14 days, and is lost after them alone', async () => {
  const renter = await aRenter(1);
  const { account, number } = renter;
  renter.passTo('2026-04-10T09:30:00Z');
  await renter.renew();
  expect(await renter.owner(number)).toBe(account.id);
  renter.passTo('2026-04-24T09:29:59Z');
  await renter.renew();
  expect(await renter.owner(number)).toBe(account.id);
  renter.passTo('2026-04-24T09:30:00Z');
  await renter.renew();

  expect(await renter.owner(number)).toBeNull();
  expect(await renter.taken(account)).toEqual([-usd(1)]);
  expect(await renter.told(account)).toEqual(['number.renewal_failed', 'number.ended']);
});

test('a top-up within the days of grace saves the number at once, and the month counts from its day', async () => {
  const renter = await aRenter(1);
  const { account, number } = renter;
  renter.passTo('2026-04-10T09:30:00Z');
  await renter.renew();
  renter.passTo('2026-04-20T08:00:00Z');
  await renter.renew();
  renter.passTo('2026-04-20T08:00:01Z');
  await renter.pay(account, 1);
  await renter.renew();
  expect(await renter.taken(account)).toEqual([-usd(1)]);
  await renter.hearMoney(account);
  await renter.renew();

  expect(await renter.taken(account)).toEqual([-usd(1), -usd(1)]);
  expect(await renter.paidUntil(account)).toEqual(['2026-04-10T09:30:00.000Z', '2026-05-10T09:30:00.000Z']);
  expect(await renter.owner(number)).toBe(account.id);
  renter.passTo('2026-04-30T00:00:00Z');
  await renter.renew();
  expect(await renter.owner(number)).toBe(account.id);
});

test.each([
  ['gives it back in the days of grace', '2026-04-20T09:30:00Z', '2026-04-20T09:30:00Z', '2026-05-10T09:30:00.000Z'],
  ['loses it after them, and comes back later', null, '2026-05-04T09:30:00Z', '2026-05-20T09:30:00.000Z'],
])(
  'who %s has the days that were not paid counted in the next month, and is told so',
  async (_what, releaseAt, backAt, paidUntil) => {
    const renter = await aRenter(1);
    const { account, number } = renter;
    renter.passTo('2026-04-10T09:30:00Z');
    await renter.renew();
    renter.passTo(releaseAt ?? '2026-04-24T09:30:00Z');
    await (releaseAt === null ? renter.renew() : renter.release(account, number));
    expect(await renter.owner(number)).toBeNull();
    renter.passTo(backAt);
    await renter.pay(account, 5);
    const [offer] = await renter.offered();
    await renter.rent(account, number);

    expect(offer?.firstMonthTo).toBe(paidUntil);
    expect(await renter.paidUntil(account)).toEqual(['2026-04-10T09:30:00.000Z', paidUntil]);
  },
);

test('who gives a paid number back and rents it again has a whole month, as has whoever rents it next', async () => {
  const renter = await aRenter(5);
  const { account, number } = renter;
  renter.passTo('2026-03-20T09:30:00Z');
  await renter.release(account, number);
  expect(await renter.offered()).toMatchObject([{ firstMonthTo: null }]);
  await renter.rent(account, number);
  expect((await renter.paidUntil(account)).at(-1)).toBe('2026-04-20T09:30:00.000Z');

  await renter.release(account, number);
  const other = await numbersWorld(database).account(5);
  renter.passTo('2026-06-01T09:30:00Z');
  await renter.rent(other, number);
  expect(await renter.paidUntil(other)).toEqual(['2026-07-01T09:30:00.000Z']);
});

test('months in which no worker ran are not charged for', async () => {
  const renter = await aRenter(10);
  renter.passTo('2026-07-20T10:00:00Z');
  await renter.renew();

  expect(await renter.paidUntil(renter.account)).toEqual(['2026-04-10T09:30:00.000Z', '2026-08-20T10:00:00.000Z']);
});

test('the numbers of a closed account are released, and nothing more is taken', async () => {
  const renter = await aRenter(10);
  const { account, number } = renter;
  await sql`update accounts.account set state = 'closed' where id = ${account.id}`.execute(database);
  await sql`update numbers.rental set due_at = ${renter.clock.now()} where account_id = ${account.id}`.execute(
    database,
  );
  await renter.renew();

  expect(await renter.owner(number)).toBeNull();
  expect(await renter.taken(account)).toEqual([-usd(1)]);
});
