import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { usd } from '../../../testing/money/usd.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { placeHold } from '../../ledger/index.ts';
import { numberCalled, numbersOf } from '../index.ts';
import { saveOffers, searchOffers } from '../record/offers-store.ts';
import { anOffer, numbersWorld } from '../testing/numbers-world.ts';

const { database } = await testDatabase();
const world = numbersWorld(database);
const { clock } = world;

test('a number that is rented is the account’s, first of all, for a month and its set-up', async () => {
  const account = await world.account(10);
  const number = await world.offer({ setupMicros: usd(2.5) });
  await world.rent(account, number, { monthly: '1.00', setup: '2.5' });

  expect(await numbersOf(database, account.id)).toEqual([number, expect.stringMatching(/^\+999/)]);
  expect(await world.balance(account)).toBe(usd(6.5));
  expect(await world.taken(account)).toEqual([-usd(3.5)]);
  expect(await world.paidUntil(account)).toEqual(['2026-04-10T09:30:00.000Z']);
});

test('of two hundred who order one number at once exactly one gets it, and one is charged', async () => {
  const number = await world.offer();
  const accounts = await Promise.all(Array.from({ length: 200 }, async () => await world.account(5)));

  const orders = await Promise.allSettled(accounts.map(async (account) => await world.rent(account, number)));

  expect(orders.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = orders.flatMap((order) => (order.status === 'rejected' ? [order.reason.code] : []));
  expect(new Set(refused)).toEqual(new Set(['number_taken']));
  const balances = await Promise.all(accounts.map(world.balance));
  expect(balances.filter((balance) => balance === usd(4))).toHaveLength(1);
  expect(balances.filter((balance) => balance === usd(5))).toHaveLength(199);
  const winner = accounts[orders.findIndex(({ status }) => status === 'fulfilled')];
  expect(await world.owner(number)).toBe(winner?.id);
});

test('an order that arrives many times at once is one rental, charged once', async () => {
  const account = await world.account(10);
  const number = await world.offer();

  await Promise.all(Array.from({ length: 10 }, async () => await world.rent(account, number)));

  expect(await world.taken(account)).toEqual([-usd(1)]);
});

test('money that a call holds pays no rent', async () => {
  const account = await world.account(1.5);
  const number = await world.offer();
  const held = { walletId: account.walletId, wantedMicros: usd(1), leastMicros: usd(1), at: clock.now() };
  await placeHold(database, { ...held, cause: { type: 'call', id: newId() } });

  await expect(world.rent(account, number)).rejects.toMatchObject({ code: 'number_not_covered', status: 402 });
  expect(await world.owner(number)).toBeNull();
  expect(await world.taken(account)).toEqual([]);
});

test('a price that was raised since it was shown is refused, and a lower one is what is taken', async () => {
  const account = await world.account(20);
  const offer = anOffer({ monthlyMicros: usd(3), setupMicros: usd(1), perMinuteMicros: usd(0.01) });
  await inTransaction(database, async (tx) => await saveOffers(tx, [offer], clock.now()));

  for (const shown of [
    { monthly: '2.999999', setup: '1', perMinute: '0.01' },
    { monthly: '3', setup: '0.999999', perMinute: '0.01' },
    { monthly: '3', setup: '1', perMinute: '0.009999' },
    { monthly: '3', setup: '1' },
    { monthly: '-3', setup: '1', perMinute: '0.01' },
  ]) {
    await expect(world.rent(account, offer.e164, shown)).rejects.toMatchObject({ code: 'number_price_changed' });
  }
  expect(await world.owner(offer.e164)).toBeNull();
  await world.rent(account, offer.e164, { monthly: '4', setup: '1', perMinute: '0.01' });
  expect(await world.taken(account)).toEqual([-usd(4)]);
});

test('who rents a number pays on what was shown, whatever its price becomes', async () => {
  const account = await world.account(20);
  const offer = anOffer();
  const load = async (dollars: number) =>
    await inTransaction(database, async (tx) => {
      const moreExpensive = { ...offer, monthlyMicros: usd(dollars), perMinuteMicros: usd(dollars - 1) };
      await saveOffers(tx, [moreExpensive], clock.now());
    });
  await load(1);
  await world.rent(account, offer.e164);
  await load(9);

  const later = numbersWorld(database, '2026-04-10T09:30:00Z');
  await later.renew();

  expect(await world.taken(account)).toEqual([-usd(1), -usd(1)]);
  expect(await numberCalled(database, offer.e164)).toMatchObject({ accountId: account.id, perMinuteMicros: 0n });
});

test('an account on trial rents nothing, whatever its balance', async () => {
  const account = await world.account(10, { isTrial: true });
  const number = await world.offer();

  await expect(world.rent(account, number)).rejects.toMatchObject({ code: 'number_needs_payment', status: 403 });
  expect(await world.balance(account)).toBe(usd(10));
});

test('a number that is released is nobody’s at once, and only who had it can rent it for 45 days', async () => {
  const [account, other] = [await world.account(10), await world.account(10)];
  const number = await world.offer();
  const isFoundBy = async ({ id: accountId }: typeof account, now: Date) => {
    const asker = { accountId, currency: 'USD', now };
    const any = { country: null, kind: null, digits: null, after: null, most: 1_000 };
    return (await searchOffers(database, { ...any, asker })).some(({ e164 }) => e164 === number);
  };
  await world.rent(account, number);
  expect(await isFoundBy(other, clock.now())).toBe(false);
  await world.release(account, number);

  expect(await world.owner(number)).toBeNull();
  expect(await world.taken(account)).toEqual([-usd(1)]);
  await expect(world.release(account, number)).rejects.toMatchObject({ status: 404 });
  await expect(world.rent(other, number)).rejects.toMatchObject({ code: 'number_not_offered' });
  expect(await isFoundBy(other, clock.now())).toBe(false);
  expect(await isFoundBy(account, clock.now())).toBe(true);

  const [before, after] = ['2026-04-24T09:29:59Z', '2026-04-24T09:30:00Z'].map((at) => numbersWorld(database, at));
  await expect(before?.rent(other, number)).rejects.toMatchObject({ code: 'number_not_offered' });
  await after?.rent(other, number);
  expect(await world.owner(number)).toBe(other.id);
  await expect(world.rent(account, number)).rejects.toMatchObject({ code: 'number_taken' });
});

test('nobody releases the number of somebody else, nor that of the sandbox', async () => {
  const [account, other] = [await world.account(10), await world.account(10)];
  const number = await world.offer();
  await world.rent(account, number);
  const [sandbox = ''] = await numbersOf(database, other.id);

  await expect(world.release(other, number)).rejects.toMatchObject({ status: 404 });
  await expect(world.release(other, sandbox)).rejects.toMatchObject({ code: 'sandbox_number_stays' });
  expect(await world.owner(number)).toBe(account.id);
  expect(await world.owner(sandbox)).toBe(other.id);
});

test.each([
  ['its end', { text: '777', isAtEnd: true }, ['+12125550777', '+12125557777']],
  ['anywhere', { text: '777', isAtEnd: false }, ['+12125550777', '+12125557770', '+12125557777']],
])('numbers are found by digits at %s, those of a country and kind alone', async (_where, digits, found) => {
  const all = ['+12125550777', '+12125557770', '+12125557777', '+12125550001'].map((e164) => anOffer({ e164 }));
  const others = [
    anOffer({ e164: '+442079460777', country: 'GB' }),
    anOffer({ e164: '+18005550777', kind: 'toll_free' }),
  ];
  await inTransaction(database, async (tx) => await saveOffers(tx, [...all, ...others], clock.now()));
  const asker = { accountId: newId(), currency: 'USD', now: clock.now() };
  const search = { country: 'US', kind: 'fixed' as const, digits, asker, after: null, most: 100 };

  const offers = await searchOffers(database, search);
  expect(offers.map(({ e164 }) => e164).filter((e164) => e164.startsWith('+1212'))).toEqual(found);
  expect(offers.map(({ e164 }) => e164)).not.toContain('+18005550777');
  expect(await searchOffers(database, { ...search, asker: { ...asker, currency: 'EUR' } })).toEqual([]);
});

test('the database itself gives no number to two', async () => {
  const [account, other] = [await world.account(10), await world.account(10)];
  const number = await world.offer();
  await world.rent(account, number);

  await expect(
    sql`insert into numbers.rental (id, e164, account_id, monthly, currency, started_at, anchor_at, period_number,
        period_from, period_to, due_at)
      select ${newId()}, e164, ${other.id}, monthly, currency, started_at, anchor_at, period_number, period_from, period_to,
        due_at from numbers.rental where e164 = ${number}`.execute(database),
  ).rejects.toThrow('rental_of_number');
});
