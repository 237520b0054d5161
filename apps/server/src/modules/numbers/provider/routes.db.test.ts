import { offerCountriesReply, ownNumbersReply, providerOffersReply, rentReply } from '@farline/contracts';
import { standInTelnyx } from '@farline/tools/stand-in-telnyx';
import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import { apiCustomer } from '../../../testing/api-customer.ts';
import { testApp } from '../../../testing/test-app.ts';
import { activateAccount } from '../../accounts/index.ts';
import { saveOffers } from '../record/offers-store.ts';
import { anOffer } from '../testing/numbers-world.ts';

/** The whole server with a provider of numbers beside its catalogue, and one without. */

const telnyx = await standInTelnyx();
afterAll(telnyx.close);
const app = await testApp(telnyx.env());
const { database } = app;

async function aCustomer(dollars = 10) {
  const customer = await apiCustomer(app, { dollars });
  const { accountId } = customer;
  const active = { accountId, actor: 'operator:grace', at: new Date() };
  await inTransaction(database, async (tx) => await activateAccount(tx, active));
  return {
    ...customer,
    search: async (query: string) =>
      providerOffersReply.parse((await customer.ask('GET', `/numbers/offers/provider?${query}`)).body),
    order: async (number: string) => {
      const prices = { monthly: '1.5000', setup: '0.0000', perMinute: '0.0100' };
      const { status, body } = await customer.ask('POST', '/numbers', { number, ...prices });
      return { status, body, ...(status === 201 ? rentReply.parse(body) : { number: null, order: null }) };
    },
    mine: async () => ownNumbersReply.parse((await customer.ask('GET', '/numbers')).body),
  };
}

const referenceOf = (number: string) => telnyx.book.ordersOf(number)[0]?.reference ?? '';
async function dueAt(number: string) {
  const { rows } = await sql<{ due_at: Date | null }>`
    select due_at from numbers.provider_order where e164 = ${number} order by id desc limit 1`.execute(database);
  return rows[0]?.due_at ?? null;
}

test('somebody finds a number of the provider beside the catalogue, sees all of its prices, rents it and releases it', async () => {
  const customer = await aCustomer();
  const number = telnyx.book.add({ e164: '+13125550777' });
  const inBoth = telnyx.book.add({ e164: '+13125551777' });
  await inTransaction(database, async (tx) => await saveOffers(tx, [anOffer({ e164: inBoth })], new Date()));

  expect(await customer.search('country=us&type=fixed&digits=777')).toEqual({
    state: 'found',
    numbers: [
      {
        number,
        country: 'US',
        type: 'fixed',
        voice: true,
        sms: true,
        documents: null,
        monthly: { amount: '1.5000', currency: 'USD' },
        setup: { amount: '0.0000', currency: 'USD' },
        perMinute: { amount: '0.0100', currency: 'USD' },
        firstMonthTo: null,
      },
    ],
  });
  const countries = offerCountriesReply.parse((await customer.ask('GET', '/numbers/offers/countries')).body);
  expect(countries.providerCountries).toEqual(['US', 'GB']);
  const rented = await customer.order(number);
  expect(rented).toMatchObject({ status: 201, number: { number, rent: { goesBack: true } }, order: null });
  expect((await customer.search('country=US&digits=0777')).numbers).toEqual([]);

  const released = await customer.ask('DELETE', `/numbers/${encodeURIComponent(number)}`);
  expect(released).toMatchObject({ status: 200, body: { numbers: [{ kind: 'sandbox' }], orders: [] } });
  await expect.poll(() => telnyx.book.heldNow(), { timeout: 30_000 }).toEqual([]);
});

test('a pending order is answered as such, listed, and settled soon after the provider’s webhook', async () => {
  const [customer, other] = [await aCustomer(), await aCustomer()];
  const number = telnyx.book.add({ e164: '+13125550800' });
  telnyx.book.how.ordersWait = true;
  const ordered = await customer.order(number);
  telnyx.book.how.ordersWait = false;
  expect(ordered).toMatchObject({ status: 201, number: null, order: { number, state: 'pending' } });
  expect((await customer.mine()).orders).toMatchObject([{ number, state: 'pending', monthly: { amount: '1.5000' } }]);
  expect((await other.mine()).orders).toEqual([]);
  expect(await other.order(number)).toMatchObject({ status: 409, body: { code: 'number_taken' } });
  await sql`update numbers.provider_order set due_at = now() + interval '1 hour' where e164 = ${number}`.execute(
    database,
  );
  telnyx.book.settle(number, 'success');

  expect(await telnyx.tell(app.origin, { reference: referenceOf(number) })).toBe(200);
  await expect
    .poll(async () => (await customer.mine()).numbers.map((one) => one.number), { timeout: 30_000 })
    .toContain(number);
  expect((await customer.mine()).orders).toEqual([]);
});

test('a webhook that is forged, overheard, of nobody or repeated gives no number', async () => {
  const customer = await aCustomer();
  const number = telnyx.book.add({ e164: '+13125550801' });
  telnyx.book.how.ordersWait = true;
  await customer.order(number);
  telnyx.book.how.ordersWait = false;
  await sql`update numbers.provider_order set due_at = now() + interval '1 hour' where e164 = ${number}`.execute(
    database,
  );
  const [reference, before] = [referenceOf(number), await dueAt(number)];
  const { privateKey } = generateKeyPairSync('ed25519');

  expect(await telnyx.tell(app.origin, { reference, signedBy: privateKey })).toBe(401);
  expect(await telnyx.tell(app.origin, { reference, at: new Date(Date.now() - 301_000) })).toBe(401);
  expect(await telnyx.tell(app.origin, { reference, type: 'message.received' })).toBe(200);
  for (const nobody of ['0190f1de-0000-7000-8000-000000000000', "' or true --", '']) {
    expect(await telnyx.tell(app.origin, { reference: nobody })).toBe(200);
  }
  expect(await dueAt(number)).toEqual(before);

  // Genuine, twice, and not true: the provider is asked, and it is still pending there.
  expect(await telnyx.tell(app.origin, { reference })).toBe(200);
  expect(await telnyx.tell(app.origin, { reference })).toBe(200);
  const asked = telnyx.count(/^GET \/number_orders/);
  await expect.poll(() => telnyx.count(/^GET \/number_orders/), { timeout: 30_000 }).toBeGreaterThan(asked);
  expect((await customer.mine()).orders).toMatchObject([{ number, state: 'pending' }]);
});

test('with the provider down the catalogue is there, and what the provider has is not known', async () => {
  const customer = await aCustomer();
  const offer = anOffer({ e164: '+13125550900' });
  await inTransaction(database, async (tx) => await saveOffers(tx, [offer], new Date()));
  telnyx.die(true);
  const found = await customer.ask('GET', '/numbers/offers?country=US&digits=0900');
  expect(found.body).toMatchObject({ numbers: [{ number: offer.e164 }] });
  expect(await customer.search('country=US&digits=0900')).toEqual({ state: 'unavailable', numbers: [] });
  expect(await customer.order('+13125550901')).toMatchObject({ status: 503, body: { code: 'number_provider_silent' } });
  expect(await customer.ask('POST', '/numbers', { number: offer.e164, monthly: '1', setup: '0' })).toMatchObject({
    status: 201,
  });
  telnyx.die(false);
});

test('without a provider nothing is changed', async () => {
  const alone = await testApp();
  const customer = await apiCustomer(alone);
  expect((await customer.ask('GET', '/numbers/offers/provider?country=US')).body).toEqual({
    state: 'none',
    numbers: [],
  });
  expect((await customer.ask('GET', '/numbers/offers/countries')).body).toMatchObject({ providerCountries: [] });
  const order = { number: '+13125550777', monthly: '9', setup: '9' };
  expect(await customer.ask('POST', '/numbers', order)).toMatchObject({ status: 403 });
  expect(await telnyx.tell(alone.origin, { reference: '' })).toBe(404);
});
