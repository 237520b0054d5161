import { billingHistoryReply } from '@farline/contracts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createStripePayments } from '../../gateways/payments/index.ts';
import { fakeStripe, STRIPE_KEY, STRIPE_WEBHOOK_SECRET } from '../../gateways/payments/testing/fake-stripe.ts';
import type { Thing } from '../../gateways/payments/testing/stripe-journal.ts';
import { newId } from '../../platform/ids.ts';
import { testApp } from '../../testing/test-app.ts';
import { askForSetups, askProvider } from './ask-provider.ts';
import { aPayer } from '../../testing/money/payer.ts';

// Stripe's own SDK and its own signatures over real HTTP; on the far side a fake of its API. No real Stripe was asked.
const stripe = await fakeStripe();
const app = await testApp({
  STRIPE_SECRET_KEY: STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET,
  STRIPE_API_URL: stripe.url,
});
const { journal } = stripe;
const gateway = createStripePayments({
  secretKey: STRIPE_KEY,
  webhookSecret: STRIPE_WEBHOOK_SECRET,
  apiUrl: stripe.url,
});

const GIFT = 200;

type Payer = Awaited<ReturnType<typeof aPayer>>;

/** The session of a payment or a setup that waits. */
function sessionOf(page: string | null): string {
  return page?.split('/').at(-1) ?? '';
}

async function tell(type: string, object: Thing, more: { id?: string; at?: Date; secret?: string } = {}) {
  return await stripe.tell(app.origin, { type, object, ...more });
}

/** Adds funds on Stripe's page, and lets Stripe tell of it. */
async function addFunds(payer: Payer, amount: number, keeps = false) {
  const payment = await payer.addFunds(amount);
  const session = sessionOf(payment.payUrl);
  const intent = journal.payOnPage(session, { keeps });
  expect(await tell('checkout.session.completed', journal.get(session))).toMatchObject({ status: 200 });
  return { ...payment, session, intent };
}

async function keepCard(payer: Payer, behaves = 'succeeds'): Promise<string> {
  const setup = await payer.addMethod();
  const session = journal.keepOnPage(sessionOf(setup.addUrl));
  const intent = journal.get(session['setup_intent']);
  journal.get(intent['payment_method'])['behaves'] = behaves;
  await tell('checkout.session.completed', session);
  return (await payer.methods())[0]?.id ?? '';
}

test('with a key of Stripe, funds are added on its page, once, however often and in whatever order it tells', async () => {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(25);
  expect(payment).toMatchObject({
    state: 'waiting',
    payUrl: expect.stringContaining('https://checkout.stripe.test/cs_'),
  });
  const session = sessionOf(payment.payUrl);
  const request = journal.get(session)['request'] as Thing;
  expect(request).toMatchObject({
    mode: 'payment',
    client_reference_id: payment.id,
    allowed_payment_method_types: { 0: 'card' },
    line_items: { 0: { quantity: '1', price_data: { currency: 'usd', unit_amount: '2500' } } },
    success_url: `http://localhost:4001/billing?payment=${payment.id}`,
  });

  const intent = journal.payOnPage(session, { keeps: false });
  for (const [type, object] of [
    ['payment_intent.succeeded', intent],
    ['checkout.session.completed', journal.get(session)],
    ['payment_intent.processing', intent],
    ['payment_intent.succeeded', intent],
  ] as const) {
    expect(await tell(type, object)).toMatchObject({ status: 200 });
  }

  expect(await payer.payment(payment.id)).toMatchObject({
    state: 'succeeded',
    card: { brand: 'Visa', lastFour: '4242' },
  });
  expect(await payer.balance()).toBe(GIFT + 2500);
  expect(await payer.timesBooked(payment.id)).toBe(1);
  expect(await payer.methods()).toEqual([]);
});

test('a card that is refused on the page takes nothing, says why, and the page stays open', async () => {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(10);
  const intent = journal.payOnPage(sessionOf(payment.payUrl), { keeps: false, decline: 'insufficient_funds' });
  await tell('payment_intent.payment_failed', intent);

  expect(await payer.payment(payment.id)).toMatchObject({ state: 'waiting', decline: 'insufficient_funds' });
  expect(await payer.balance()).toBe(GIFT);
});

test('a page that nobody paid on is closed by Stripe', async () => {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(10);
  const session = journal.get(sessionOf(payment.payUrl));
  Object.assign(session, { status: 'expired', url: null });
  await tell('checkout.session.expired', session);

  expect(await payer.payment(payment.id)).toMatchObject({ state: 'cancelled' });
});

test('a card is kept where its owner ticks that, or without paying; it pays at once, once for each key, and is forgotten', async () => {
  const payer = await aPayer(app);
  await addFunds(payer, 10, true);
  expect((await payer.methods()).map((method) => method.label)).toEqual(['Visa •••• 4242']);
  await keepCard(payer);
  const [, second] = await payer.methods();
  const key = newId();

  const paid = [await payer.addFunds(25, key, second?.id), await payer.addFunds(25, key, second?.id)];

  expect(paid).toMatchObject([{ state: 'succeeded' }, { id: paid[0]?.id }]);
  expect(await payer.balance()).toBe(GIFT + 3500);
  await payer.ask('DELETE', `/billing/payment-methods/${second?.id}`);
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from billing.payment_method where id = ${second?.id}`.execute(app.database);
  expect(journal.get(rows[0]?.provider_id)['customer']).toBeNull();
});

test.each([
  ['declined', { state: 'failed', decline: 'card_declined' }],
  ['asks', { state: 'waiting', payUrl: expect.stringContaining('https://bank.test/') }],
])('a kept card that %s', async (behaves, expected) => {
  const payer = await aPayer(app);
  const method = await keepCard(payer, behaves);
  expect(await payer.addFunds(25, newId(), method)).toMatchObject(expected);
  expect(await payer.balance()).toBe(GIFT);
});

test('what Stripe does not know, as after a change of its key, is over when its page would be; unreachable is another thing', async () => {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(10);
  const setup = await payer.addMethod();
  const session = sessionOf(payment.payUrl);
  for (const page of [payment.payUrl, setup.addUrl]) journal.things.delete(sessionOf(page));
  const toFind = { reference: payment.id, providerId: session, customer: '', startedAt: new Date() };
  expect(await gateway.findPayment(toFind)).toBeNull();
  expect(await gateway.findSetup({ ...toFind, providerId: sessionOf(setup.addUrl) })).toBeNull();
  stripe.die(true);
  await expect(gateway.findPayment(toFind)).rejects.toMatchObject({ isUnreachable: true });
  stripe.die(false);

  const statesAfter = async (hours: number) => {
    const now = new Date(Date.now() + hours * 3_600_000);
    const deps = { database: app.database, log: pino({ level: 'silent' }), publicUrl: app.origin };
    await askProvider({ ...deps, clock: { now: () => now } }, gateway);
    await askForSetups({ ...deps, clock: { now: () => now } }, gateway);
    return [(await payer.payment(payment.id)).state, (await payer.setup(setup.id)).state];
  };
  expect(await statesAfter(23)).toEqual(['waiting', 'waiting']);
  expect(await statesAfter(25)).toEqual(['cancelled', 'cancelled']);
});

test('what a bank asked and nobody confirmed for a day is over; should it be paid later, the money counts', async () => {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(25, newId(), await keepCard(payer, 'asks'));
  const askAfter = async (hours: number) => {
    const now = new Date(Date.now() + hours * 3_600_000);
    const deps = { database: app.database, log: pino({ level: 'silent' }), publicUrl: app.origin };
    await askProvider({ ...deps, clock: { now: () => now } }, gateway);
  };
  await askAfter(23);
  expect(await payer.payment(payment.id)).toMatchObject({ state: 'waiting' });
  await askAfter(25);
  expect(await payer.payment(payment.id)).toMatchObject({ state: 'cancelled', decline: 'not_confirmed' });
  expect(await payer.balance()).toBe(GIFT);

  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from billing.payment where id = ${payment.id}`.execute(app.database);
  const intent = Object.assign(journal.get(rows[0]?.provider_id), { status: 'succeeded', next_action: null });
  await tell('payment_intent.succeeded', intent);
  expect(await payer.balance()).toBe(GIFT + 2500);
});

test.each([
  ['that Stripe no longer has', (card: string) => void journal.things.delete(card)],
  ['that was detached at Stripe', (card: string) => void (journal.get(card)['customer'] = null)],
])('a card %s charges nothing', async (_what, goes) => {
  const payer = await aPayer(app);
  const method = await keepCard(payer);
  const card = sql<{ id: string }>`select provider_id as id from billing.payment_method where id = ${method}`;
  goes((await card.execute(app.database)).rows[0]?.id ?? '');
  expect(await payer.addFunds(25, newId(), method)).toMatchObject({ state: 'cancelled', decline: 'method_gone' });
});

test('after a change of the key, funds are added and cards are kept in a new name at Stripe; a card of the old key charges nothing and says why', async () => {
  const payer = await aPayer(app);
  const old = await keepCard(payer);
  const customerAtStripe = async () => {
    const { rows } = await sql<{ customer: string }>`
      select customer from billing.customer where account_id = ${payer.accountId}`.execute(app.database);
    return rows[0]?.customer ?? '';
  };
  const before = await customerAtStripe();
  journal.forgetCustomer(before);
  const gone = { state: 'cancelled', decline: 'method_gone' };
  expect(await payer.addFunds(25, newId(), old)).toMatchObject(gone);

  await Promise.all([addFunds(payer, 10), addFunds(payer, 25)]);

  expect(await payer.balance()).toBe(GIFT + 3500);
  const now = await customerAtStripe();
  expect(now).not.toBe(before);
  const named = [...journal.things.values()].filter(
    ({ object, metadata }) => object === 'customer' && (metadata as Thing)['farline_account'] === payer.accountId,
  );
  expect(named.map(({ id }) => id)).toEqual([now]);

  expect(await payer.addFunds(25, newId(), old)).toMatchObject(gone);
  journal.forgetCustomer(now);
  await keepCard(payer);
  const kept = (await payer.methods()).find(({ id }) => id !== old);
  expect(await payer.addFunds(25, newId(), kept?.id)).toMatchObject({ state: 'succeeded' });
  expect(await payer.balance()).toBe(GIFT + 6000);
  await payer.ask('DELETE', `/billing/payment-methods/${old}`);
  expect(await payer.methods()).toMatchObject([{ id: kept?.id, isDefault: true }]);
});

test('unused credit goes back by a refund of Stripe, and what it gave back by itself is taken out', async () => {
  const payer = await aPayer(app);
  const payment = await addFunds(payer, 25);

  expect(await payer.refund({ amount: '10.00' })).toMatchObject({ status: 200 });
  expect((await payer.payment(payment.id)).refunds).toMatchObject([
    { state: 'succeeded', amount: { amount: '10.0000' } },
  ]);
  expect(await payer.balance()).toBe(GIFT + 1500);

  const byHand = journal.answer('POST', ['refunds'], { payment_intent: payment.intent['id'], amount: '500' })
    .body as Thing;
  for (const type of ['refund.created', 'refund.updated']) await tell(type, byHand);
  expect(await payer.balance()).toBe(GIFT + 1000);

  Object.assign(byHand, { status: 'failed' });
  for (const type of ['refund.failed', 'refund.updated']) await tell(type, byHand);
  expect(await payer.balance()).toBe(GIFT + 1500);
});

test('a refund whose answer was lost is made once, though Stripe has forgotten the key of it', async () => {
  const payer = await aPayer(app);
  const payment = await addFunds(payer, 25);
  stripe.fallMute(true);
  expect(await payer.refund({ amount: '10.00' })).toMatchObject({ status: 200 });
  stripe.forgetKeys();
  stripe.fallMute(false);

  const states = async () => (await payer.payment(payment.id)).refunds.map((refund) => refund.state);
  await expect.poll(states, { timeout: 15_000 }).toEqual(['succeeded']);
  const made = [...journal.things.values()].filter(
    (one) => one['object'] === 'refund' && one['payment_intent'] === payment.intent['id'],
  );
  expect(made).toHaveLength(1);
  expect(await payer.balance()).toBe(GIFT + 1500);
});

test.each([
  ['won', GIFT + 2500],
  ['lost', GIFT],
])('a dispute takes the money out; it is %s', async (status, balance) => {
  const payer = await aPayer(app);
  const { intent } = await addFunds(payer, 25);
  const dispute = journal.dispute(String(intent['id']));
  for (const type of ['charge.dispute.created', 'charge.dispute.funds_withdrawn']) await tell(type, dispute);
  expect(await payer.balance()).toBe(GIFT);

  dispute['status'] = status;
  for (const type of ['charge.dispute.closed', 'charge.dispute.funds_reinstated']) await tell(type, dispute);

  expect(await payer.balance()).toBe(balance);
});

test('a dispute in another currency takes what was paid and no more; a refund in one is not believed', async () => {
  const payer = await aPayer(app);
  const { intent } = await addFunds(payer, 25);
  const dispute = Object.assign(journal.dispute(String(intent['id'])), { amount: 3_900_000, currency: 'jpy' });
  await tell('charge.dispute.created', dispute);
  expect(await payer.balance()).toBe(GIFT);
  expect((await payer.refunds()).owed.amount).toBe('0.0000');

  const second = await addFunds(payer, 25);
  const wanted = { payment_intent: second.intent['id'], amount: '500' };
  const refund = Object.assign(journal.answer('POST', ['refunds'], wanted).body as Thing, { currency: 'jpy' });
  expect((await tell('refund.created', refund)).status).toBeGreaterThanOrEqual(500);
  expect(await payer.balance()).toBe(GIFT + 2500);
});

test('a question of the bank takes nothing', async () => {
  const payer = await aPayer(app);
  const { intent } = await addFunds(payer, 25);
  const dispute = Object.assign(journal.dispute(String(intent['id'])), { status: 'warning_needs_response' });
  await tell('charge.dispute.created', dispute);
  expect(await payer.balance()).toBe(GIFT + 2500);
});

test('a webhook that is forged or old is refused; of what is not ours nothing is taken', async () => {
  const object = { id: 'pi_foreign', object: 'payment_intent', metadata: {} };
  const of = 'payment_intent.succeeded';
  expect(await tell(of, object, { secret: 'whsec_other' })).toMatchObject({ body: { code: 'webhook_bad_signature' } });
  expect(await tell(of, object, { at: new Date(Date.now() - 301_000) })).toMatchObject({
    status: 401,
    body: { code: 'webhook_too_old' },
  });
  expect(await tell(of, object)).toMatchObject({ status: 200 });
  expect(await tell('customer.created', { id: 'cus_1', object: 'customer' })).toMatchObject({ status: 200 });
});

test('money of another Farline at the same Stripe is not booked here', async () => {
  const payer = await aPayer(app);
  await keepCard(payer);
  const { rows } = await sql<{ provider_id: string; customer: string }>`
    select provider_id, customer from billing.payment_method join billing.customer using (account_id)
    where account_id = ${payer.accountId}`.execute(app.database);
  const reference = newId();
  const intent = journal.answer('POST', ['payment_intents'], {
    ...{ payment_method: rows[0]?.provider_id, customer: rows[0]?.customer, amount: '2500', currency: 'usd' },
    metadata: { farline_reference: reference, farline_way: 'saved' },
  }).body as Thing;

  expect(await tell('payment_intent.succeeded', intent)).toMatchObject({
    status: 404,
    body: { code: 'payment_unknown' },
  });
  expect(await payer.timesBooked(reference)).toBe(0);
  expect(await payer.balance()).toBe(GIFT);
});

test('what pays off a debt links to the payment that it came from', async () => {
  const payer = await aPayer(app);
  const first = await addFunds(payer, 10);
  await payer.spend(900);
  await tell('charge.dispute.created', journal.dispute(String(first.intent['id'])));
  const second = await addFunds(payer, 25);

  const { history } = billingHistoryReply.parse((await payer.ask('GET', '/billing/history')).body);

  expect(history.slice(0, 3).map(({ kind, link }) => [kind, link])).toEqual([
    ['owed_paid', `/billing?payment=${second.id}`],
    ['top_up', `/billing?payment=${second.id}`],
    ['dispute', `/billing?payment=${first.id}`],
  ]);
  expect(history.find(({ kind }) => kind === 'operator_credit')?.link).toBeNull();
});

test('a payment that was paid while no webhook came is found by asking, also when the answer to its start was lost', async () => {
  const payer = await aPayer(app);
  const method = await keepCard(payer);
  stripe.die(true);
  const payment = await payer.addFunds(25, newId(), method);
  expect(payment).toMatchObject({ state: 'processing' });
  stripe.die(false);
  // What Stripe did although its answer never came.
  const { rows } = await sql<{ provider_id: string; customer: string }>`
    select provider_id, customer from billing.payment_method join billing.customer using (account_id)
    where id = ${method}`.execute(app.database);
  const metadata = { farline_reference: payment.id, farline_way: 'saved' };
  const [{ provider_id: saved, customer } = { provider_id: '', customer: '' }] = rows;
  journal.answer('POST', ['payment_intents'], {
    payment_method: saved,
    customer,
    ...{ amount: '2500', currency: 'usd', metadata },
  });
  await sql`update billing.payment set look_at = now() where id = ${payment.id}`.execute(app.database);

  await expect.poll(async () => await payer.balance(), { timeout: 15_000 }).toBe(GIFT + 2500);
  expect(await payer.timesBooked(payment.id)).toBe(1);
});
