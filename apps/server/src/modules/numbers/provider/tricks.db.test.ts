import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { usd } from '../../../testing/money/usd.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { topUp, trialUnit } from '../../ledger/index.ts';
import { providerWorld } from '../testing/provider-world.ts';
import { offerOf } from './provider-prices.ts';
import { searchProvider } from './search-provider.ts';

/** What somebody tries who wants a provider's numbers, or the operator's money there, for less than they cost. */

const { database } = await testDatabase();
const POST = /^POST \/number_orders$/;

test('an account on trial orders nothing, whatever its balance', async () => {
  const world = await providerWorld(database);
  const account = await world.account(10, { isTrial: true });
  await expect(world.order(account, world.stock())).rejects.toMatchObject({ code: 'number_needs_payment' });
  expect(world.telnyx.asked).toEqual([]);
});

test('trial credit pays for no number', async () => {
  const world = await providerWorld(database);
  const account = await world.account(0);
  const { rows } = await sql<{ id: string }>`
    select id from ledger.wallet where account_id = ${account.id} and unit = ${trialUnit('USD')}`.execute(database);
  const credit = {
    walletId: rows[0]?.id ?? '',
    amountMicros: usd(10),
    from: 'trial_credit',
    at: world.clock.now(),
  } as const;
  await topUp(database, { ...credit, cause: { type: 'trial_credit', id: newId() } });
  await expect(world.order(account, world.stock())).rejects.toMatchObject({ code: 'number_not_covered', status: 402 });
  expect(world.telnyx.count(POST)).toBe(0);
});

test('the same money does not pay for two numbers that are ordered at once', async () => {
  const world = await providerWorld(database);
  const account = await world.account(2);
  const numbers = Array.from({ length: 5 }, () => world.stock());
  const orders = await Promise.allSettled(numbers.map(async (number) => await world.order(account, number)));

  expect(orders.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(world.telnyx.count(POST)).toBe(1);
  expect(await world.balance(account)).toBe(usd(0.5));
});

test('whoever orders and releases again and again pays each time, and has ten orders a day', async () => {
  const world = await providerWorld(database);
  const account = await world.account(100);
  for (let orders = 0; orders < 10; orders += 1) {
    const number = world.stock({ upfront: '2.00000' });
    await world.order(account, number, { setup: '3' });
    await world.release(account, number);
    await world.drive();
  }
  await expect(world.order(account, world.stock())).rejects.toMatchObject({
    code: 'too_many_number_orders',
    status: 429,
  });
  expect(await world.balance(account)).toBe(usd(55));
  expect(world.telnyx.book.heldNow()).toEqual([]);
  world.passDays(1.01);
  await world.order(account, world.stock());
});

test('orders that fail count in the day too: the provider is not kept busy for nothing', async () => {
  const world = await providerWorld(database);
  const account = await world.account(100);
  for (let orders = 0; orders < 10; orders += 1) {
    world.telnyx.fail(POST, { when: 'before', fails: 'status', status: 422 });
    await world.order(account, world.stock());
  }
  await expect(world.order(account, world.stock())).rejects.toMatchObject({ code: 'too_many_number_orders' });
});

test('to ask for a number counts as a search: the provider is not kept busy with questions', async () => {
  const world = await providerWorld(database);
  const account = await world.account(100);
  const ask = async () => await world.order(account, '+13125559998').catch((error: { code: string }) => error.code);
  for (let asked = 0; asked < 60; asked += 1) expect(await ask()).toBe('number_not_offered');
  expect(await ask()).toBe('too_many_requests');
  expect(world.telnyx.count(/available/)).toBe(60);
  await world.order(await world.account(100), world.stock());
  world.passTo(new Date(world.clock.now().getTime() + 61_000).toISOString());
  expect(await ask()).toBe('number_not_offered');
});

test('whoever leaves a number unpaid orders no other in its days of grace', async () => {
  const world = await providerWorld(database);
  const account = await world.account(2);
  await world.order(account, world.stock());
  world.passTo('2026-04-12T09:30:00Z');
  await world.renew();
  await world.pay(account, 1);
  await expect(world.order(account, world.stock())).rejects.toMatchObject({ code: 'number_unpaid_first' });
  expect(world.telnyx.count(POST)).toBe(1);
});

test.each([
  [
    'a price of its own that is below its cost',
    { fixed: new Map([['US:fixed', { monthlyMicros: usd(0.5), setupMicros: usd(0) }]]) },
  ],
  ['no price and no margin', { marginHundredths: null }],
  ['no price of a minute', { minutes: new Map() }],
  ['a country that is not asked', { countries: ['GB'] }],
])('a number with %s is not offered', async (_what, over) => {
  const { prices } = await providerWorld(database);
  const number = {
    e164: '+13125550123',
    hasVoice: true,
    hasSms: true,
    monthlyMicros: usd(1),
    setupMicros: usd(0),
    currency: 'USD',
  };
  const how = { carrier: 'telnyx', currency: 'USD' };
  expect(offerOf(number, { ...how, prices })).toMatchObject({ monthlyMicros: usd(1.5), country: 'US', kind: 'fixed' });
  expect(offerOf(number, { ...how, prices: { ...prices, ...over } })).toBeNull();
  expect(offerOf({ ...number, currency: 'EUR' }, { ...how, prices })).toBeNull();
  expect(offerOf({ ...number, hasVoice: false, hasSms: false }, { ...how, prices })).toBeNull();
});

test('a price with a margin is rounded up once, in millionths', async () => {
  const { prices } = await providerWorld(database);
  const number = {
    e164: '+13125550123',
    hasVoice: true,
    hasSms: true,
    monthlyMicros: 1n,
    setupMicros: 3n,
    currency: 'USD',
  };
  const offer = offerOf(number as never, {
    prices: { ...prices, marginHundredths: 3_333n },
    carrier: 'telnyx',
    currency: 'USD',
  });
  expect(offer).toMatchObject({ monthlyMicros: 2n, setupMicros: 4n });
});

test('the pending order of somebody else is seen by nobody, and its number is no one else’s to order', async () => {
  const world = await providerWorld(database);
  world.telnyx.book.how.ordersWait = true;
  const [account, other] = [await world.account(10), await world.account(10)];
  const number = world.stock();
  await world.order(account, number);

  expect(await world.orders(other)).toEqual([]);
  await expect(world.order(other, number)).rejects.toMatchObject({ code: 'number_taken' });
  await expect(world.release(other, number)).rejects.toMatchObject({ status: 404 });
  await expect(world.release(account, number)).rejects.toMatchObject({ status: 404 });
  expect(await world.held(other)).toBe(0n);
});

test('a search shows what can be had alone: nothing on order, rented, resting, or only like it', async () => {
  const world = await providerWorld(database);
  const [account, other] = [await world.account(20), await world.account(20)];
  const [free, rented, released] = [world.stock(), world.stock(), world.stock()];
  world.stock({ bestEffort: true });
  world.stock({ features: ['fax'] });
  world.stock({ currency: 'EUR' });
  world.stock({ e164: '+13125559999', type: 'mobile', monthly: 'free' });
  for (const number of [rented, released]) await world.order(account, number);
  await world.release(account, released);
  await world.drive();
  const wanted = { country: 'US', kind: null, digits: null };
  const found = async (who: typeof account) =>
    (await searchProvider(world.deps, { account: who, wanted })).numbers.map(({ number }) => number);

  expect(await found(other)).toEqual([free]);
  expect(await found(account)).toEqual([free, released]);
  await expect(world.order(other, released)).rejects.toMatchObject({ code: 'number_taken' });
});

test('what is not known is not none', async () => {
  const world = await providerWorld(database);
  const account = await world.account(1);
  world.stock();
  const search = async (country: string | null) =>
    (await searchProvider(world.deps, { account, wanted: { country, kind: null, digits: null } })).state;

  expect(await search('US')).toBe('found');
  expect(await search(null)).toBe('country_wanted');
  expect(await search('FR')).toBe('none');
  for (const fault of [
    { when: 'before', fails: 'silent' },
    { when: 'before', fails: 'reset' },
    { when: 'before', fails: 'garbage' },
    { when: 'before', fails: 'status', status: 429, retryAfter: '5' },
    { when: 'before', fails: 'status', status: 401 },
    { when: 'before', fails: 'status', status: 400 },
  ] as const) {
    world.telnyx.fail(/^GET \/available/, fault);
    expect(await search('US'), JSON.stringify(fault)).toBe('unavailable');
  }
  world.telnyx.die(true);
  expect(await search('US')).toBe('unavailable');
});

test('the database itself lets no number be ordered twice', async () => {
  const world = await providerWorld(database);
  const account = await world.account(10);
  const number = world.stock();
  await world.order(account, number);
  await expect(
    sql`insert into numbers.provider_order select ${newId()}, provider, e164, account_id, user_id, country, kind, monthly, setup,
      per_minute, currency, has_voice, has_sms, null, 'begun', null, null, null, null, begun_at, null, null, null, null, 0, begun_at
      from numbers.provider_order where e164 = ${number}`.execute(database),
  ).rejects.toThrow('provider_order_of_number');
});
