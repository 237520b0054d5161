import { type OwnNumber, ownNumbersReply, offersReply } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { apiCustomer } from '../../testing/api-customer.ts';
import { usd } from '../../testing/money/usd.ts';
import { testApp } from '../../testing/test-app.ts';
import { inTransaction } from '../../platform/database.ts';
import { activateAccount } from '../accounts/index.ts';
import { saveOffers } from './record/offers-store.ts';
import { anOffer } from './testing/numbers-world.ts';

const app = await testApp();
const { database } = app;

async function aCustomer(dollars = 10) {
  const customer = await apiCustomer(app, { dollars });
  const { accountId } = customer;
  await inTransaction(
    database,
    async (tx) => await activateAccount(tx, { accountId, actor: 'operator:grace', at: new Date() }),
  );
  return {
    ...customer,
    order: async (number: string, monthly = '1', setup = '0') =>
      await customer.ask('POST', '/numbers', { number, monthly, setup }),
    numbers: async () => ownNumbersReply.parse((await customer.ask('GET', '/numbers')).body).numbers,
    balance: async () => ((await customer.ask('GET', '/billing/usage')).body as { balance: number }).balance,
  };
}

async function offered(over: Parameters<typeof anOffer>[0] = {}): Promise<string> {
  const offer = anOffer(over);
  await inTransaction(database, async (tx) => await saveOffers(tx, [offer], new Date()));
  return offer.e164;
}

const path = (number: string) => `/numbers/${encodeURIComponent(number)}`;

test('somebody finds a number, sees all of its prices, rents it and has it', async () => {
  const customer = await aCustomer();
  const e164 = await offered({ e164: '+13125550777', setupMicros: usd(2), documents: 'A passport' });

  const found = await customer.ask('GET', '/numbers/offers?country=us&digits=5550777');
  expect(offersReply.parse(found.body).numbers).toEqual([
    {
      number: e164,
      country: 'US',
      type: 'fixed',
      voice: true,
      sms: true,
      documents: 'A passport',
      monthly: { amount: '1.0000', currency: 'USD' },
      setup: { amount: '2.0000', currency: 'USD' },
      perMinute: { amount: '0.0000', currency: 'USD' },
      firstMonthTo: null,
    },
  ]);
  expect(await customer.order(e164, '1.0000', '2.0000')).toMatchObject({
    status: 201,
    body: { number: { number: e164, isDefault: true, rent: { monthly: { amount: '1.0000' }, pastDueUntil: null } } },
  });
  expect(await customer.balance()).toBe(7);
  const profile = await customer.ask('GET', '/auth/profile');
  expect(profile.body).toMatchObject({ user: { numbers: [e164, expect.stringMatching(/^\+999/)] } });
  const again = await customer.ask('GET', '/numbers/offers?country=us&digits=5550777');
  expect(again.body).toEqual({ numbers: [], nextCursor: null });
  const history = await customer.ask('GET', '/billing/history');
  expect(history.body).toMatchObject({
    history: [{ kind: 'number', amount: { amount: '-3.0000' }, link: '/numbers' }, { kind: 'operator_credit' }],
  });
});

test('pages of offers follow one another, and countries are counted', async () => {
  const customer = await aCustomer();
  const all = await Promise.all(
    ['+4930901820001', '+4930901820002', '+4930901820003'].map((e164) => offered({ e164, country: 'DE' })),
  );
  const first = offersReply.parse((await customer.ask('GET', '/numbers/offers?country=DE&limit=2')).body);
  const rest = await customer.ask(
    'GET',
    `/numbers/offers?country=DE&limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`,
  );
  const second = offersReply.parse(rest.body);

  expect([...first.numbers, ...second.numbers].map(({ number }) => number)).toEqual(all);
  expect(second.nextCursor).toBeNull();
  const countries = await customer.ask('GET', '/numbers/offers/countries');
  expect(countries.body).toMatchObject({
    countries: expect.arrayContaining([{ country: 'DE', types: ['fixed'], count: 3 }]),
  });
});

test.each(['digits=77a', 'digits=%25', 'country=USA', 'type=premium', 'limit=51', 'cursor=x', 'where=start'])(
  'a search for %s is refused',
  async (query) => {
    const customer = await apiCustomer(app);
    expect(await customer.ask('GET', `/numbers/offers?${query}`)).toMatchObject({ status: 400 });
  },
);

test('a number has a label, and calls show the one that was chosen', async () => {
  const customer = await aCustomer();
  const [first, second, texts] = [await offered(), await offered(), await offered({ hasVoice: false })];
  for (const number of [first, second, texts]) await customer.order(number);
  const order = (numbers: OwnNumber[]) => numbers.map(({ number, label, isDefault }) => [number, label, isDefault]);
  const sandbox = (await customer.numbers()).find(({ kind }) => kind === 'sandbox')?.number ?? '';

  expect(order(await customer.numbers())).toEqual([
    [first, '', true],
    [second, '', false],
    [sandbox, '', false],
    [texts, '', false],
  ]);
  expect(await customer.ask('PATCH', path(second), { isDefault: true, label: ' Office ' })).toMatchObject({
    status: 200,
    body: { number: { number: second, label: 'Office', isDefault: true } },
  });
  expect(order(await customer.numbers())[0]).toEqual([second, 'Office', true]);
  expect(await customer.ask('PATCH', path(sandbox), { isDefault: true })).toMatchObject({ status: 200 });
  expect((await customer.numbers()).filter(({ isDefault }) => isDefault)).toMatchObject([{ number: sandbox }]);
  expect(await customer.ask('PATCH', path(texts), { isDefault: true })).toMatchObject({
    status: 409,
    body: { code: 'number_takes_no_calls' },
  });
  expect((await customer.numbers()).filter(({ isDefault }) => isDefault)).toMatchObject([{ number: sandbox }]);
  expect(await customer.ask('PATCH', path(first), { label: 'a\nb' })).toMatchObject({ status: 400 });
});

test('calls and texts go from any number of the account that can, and from no other', async () => {
  const [customer, other] = [await aCustomer(), await aCustomer()];
  const [both, voice, sms] = [await offered(), await offered({ hasSms: false }), await offered({ hasVoice: false })];
  for (const number of [both, voice, sms]) await customer.order(number);
  const call = async (who: typeof customer, from: string) =>
    (await who.ask('POST', '/calls/initiate', { to: '+447700900123', from })).status;
  const text = async (who: typeof customer, from: string) =>
    (await who.ask('POST', '/messages', { to: '+447700900123', text: 'Hi', from })).status;

  expect([await call(customer, both), await call(customer, voice), await call(customer, sms)]).toEqual([201, 201, 403]);
  expect([await text(customer, both), await text(customer, voice), await text(customer, sms)]).toEqual([201, 403, 201]);
  expect([await call(other, both), await text(other, both)]).toEqual([403, 403]);
});

test('a released number is shown on nothing any more', async () => {
  const customer = await aCustomer();
  const number = await offered();
  await customer.order(number);
  const released = await customer.ask('DELETE', path(number));

  expect(released).toMatchObject({
    status: 200,
    body: { numbers: [{ kind: 'sandbox', isDefault: true }], quarantineDays: 45 },
  });
  for (const [route, body] of [
    ['/calls/initiate', { to: '+447700900123', from: number }],
    ['/messages', { to: '+447700900123', text: 'Hi', from: number }],
  ] as const) {
    expect(await customer.ask('POST', route, body)).toMatchObject({ status: 403 });
  }
  expect(await customer.ask('DELETE', path(number))).toMatchObject({ status: 404 });
  expect(await customer.balance()).toBe(9);
});

test('the numbers of somebody else are not there, whatever is asked of them', async () => {
  const [customer, other] = [await aCustomer(), await aCustomer()];
  const number = await offered();
  await other.order(number);

  expect(await customer.order(number)).toMatchObject({ status: 409, body: { code: 'number_taken' } });
  expect(await customer.ask('PATCH', path(number), { label: 'Mine' })).toMatchObject({ status: 404 });
  expect(await customer.ask('DELETE', path(number))).toMatchObject({ status: 404 });
  expect(await customer.ask('PATCH', path("' or true --"), { label: 'Mine' })).toMatchObject({ status: 404 });
  for (const method of ['PATCH', 'DELETE'] as const) {
    expect(await customer.ask(method, path(`${number}\0`), { label: 'Mine' }), method).toMatchObject({ status: 404 });
  }
  expect(await other.numbers()).toMatchObject([{ number, label: '' }, {}]);
  expect(await customer.balance()).toBe(10);
});

test('an export has the numbers, and what was taken for them', async () => {
  const customer = await aCustomer();
  const number = await offered();
  await customer.order(number);

  expect((await customer.ask('GET', '/settings/export')).body).toMatchObject({
    numbers: [{ number, kind: 'rented' }, { kind: 'sandbox' }],
    numberCharges: [{ number, monthly: { amount: '1.0000' }, setup: { amount: '0.0000' } }],
  });
});

test('whoever closes their account has no number any more', async () => {
  const customer = await aCustomer();
  const number = await offered();
  await customer.order(number);
  await customer.ask('POST', '/settings/close-account', { password: 'Analytical1843' });

  const ended = async () => {
    const { rows } = await sql<{ end_reason: string | null }>`
      select end_reason from numbers.rental where e164 = ${number}`.execute(database);
    return rows[0]?.end_reason;
  };
  await expect.poll(ended, { timeout: 30_000 }).toBe('account_closed');
});
