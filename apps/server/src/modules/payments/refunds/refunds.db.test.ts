import { billingHistoryReply, micros, type PaymentView, paymentsReply } from '@farline/contracts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createSandboxPayments } from '../../../gateways/payments/index.ts';
import { newId } from '../../../platform/ids.ts';
import { sandboxPayments } from '../../../testing/sandbox-payments.ts';
import { testApp } from '../../../testing/test-app.ts';
import { findAccount } from '../../accounts/index.ts';
import { releaseHold, settleHold } from '../../ledger/index.ts';
import { refundUnused } from './refund-unused.ts';
import { aPayer, sendWebhook } from '../../../testing/money/payer.ts';

const provider = await sandboxPayments();
const app = await testApp(provider.serverEnv);
await provider.start({ origin: app.origin });
const { database } = app;
const gateway = createSandboxPayments({
  url: provider.serverEnv['FARLINE_SANDBOX_PAYMENTS_URL'] ?? '',
  key: provider.serverEnv['FARLINE_SANDBOX_PAYMENTS_KEY'] ?? '',
  webhookSecret: provider.webhookSecret,
});

const SUCCEEDS = '4242 4242 4242 4242';
const DISPUTED = '4000 0000 0000 0259';
const GIFT = 200;

type Payer = Awaited<ReturnType<typeof aPayer>>;

/** Adds funds by a card typed on the provider's page, and waits for the money. Dollars. */
async function addFunds(payer: Payer, amount: number, card = SUCCEEDS): Promise<PaymentView & { payUrl: string }> {
  const payment = await payer.addFunds(amount);
  const payUrl = payment.payUrl ?? '';
  await provider.lay(payUrl, card);
  await expect.poll(async () => (await payer.payment(payment.id)).state).toBe('succeeded');
  return { ...payment, payUrl };
}

async function kindsOf(payer: Payer): Promise<string[]> {
  const { history } = billingHistoryReply.parse((await payer.ask('GET', '/billing/history')).body);
  return history.map((entry) => `${entry.cause.type} ${Number(entry.amount.amount)}`);
}

test('unused credit goes back to the payments that it came from, the oldest first, and a gift stays', async () => {
  const payer = await aPayer(app);
  const first = await addFunds(payer, 10);
  const second = await addFunds(payer, 25);
  await payer.spend(300);
  expect(await payer.refunds()).toMatchObject({
    refundable: { amount: '34.0000' },
    parts: [
      { paymentId: first.id, amount: { amount: '9.0000' } },
      { paymentId: second.id, amount: { amount: '25.0000' } },
    ],
  });

  expect(await payer.refund({ amount: '12.50' })).toMatchObject({ status: 200 });

  expect(await payer.balance()).toBe(GIFT + 3500 - 300 - 1250);
  const refundsOf = async (id: string) =>
    (await payer.payment(id)).refunds.map(({ amount, state }) => `${Number(amount.amount)} ${state}`);
  expect(await refundsOf(first.id)).toEqual(['9 succeeded']);
  expect(await refundsOf(second.id)).toEqual(['3.5 succeeded']);
  expect((await kindsOf(payer)).slice(0, 2)).toEqual(['refund -3.5', 'refund -9']);
  expect(await payer.refund({})).toMatchObject({ status: 200, body: { refundable: { amount: '0.0000' } } });
  expect(await payer.balance()).toBe(0);
});

test('nothing is given back before a fresh proof of who asks, and the same key asks again after it', async () => {
  const payer = await aPayer(app);
  await addFunds(payer, 10);
  const before = await payer.balance();
  const ask = async () =>
    await payer.fetch('/billing/refunds', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'one-refund' },
      body: '{}',
    });

  const refused = await ask();
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'proof_needed' });
  expect(await payer.balance()).toBe(before);
  await payer.prove();
  expect((await ask()).status).toBe(200);
  expect(await payer.balance()).toBe(before - 1000);
});

test('a gift alone is never given back', async () => {
  const payer = await aPayer(app);
  expect(await payer.refund({})).toMatchObject({ status: 409, body: { code: 'nothing_to_refund' } });
  expect(await payer.balance()).toBe(GIFT);
});

test.each([
  ['more than is left', '10.01', 409, 'refund_too_large'],
  ['a part of a cent', '0.001', 400, 'invalid_request'],
  ['nothing', '0', 400, 'invalid_request'],
  ['less than nothing', '-1', 400, 'invalid_request'],
  ['no number', 'NaN', 400, 'invalid_request'],
  ['an endless number', '1e9', 400, 'invalid_request'],
])('a refund of %s is refused, and nothing moves', async (_, amount, status, code) => {
  const payer = await aPayer(app);
  await addFunds(payer, 10);

  expect(await payer.refund({ amount })).toMatchObject({ status, body: { code } });
  expect(await payer.balance()).toBe(GIFT + 1000);
});

test('what is held for a call under way is not given back', async () => {
  const payer = await aPayer(app);
  await addFunds(payer, 10);
  await payer.hold(400);
  expect((await payer.refunds()).refundable.amount).toBe('8.0000');
});

test('the same key gives back once, and five requests at once give back no more than there is', async () => {
  const payer = await aPayer(app);
  const payment = await addFunds(payer, 10);
  const key = newId();

  await payer.refund({ amount: '4.00' }, key);
  await payer.refund({ amount: '4.00' }, key);
  expect(await payer.balance()).toBe(GIFT + 600);

  const answers = await Promise.all(Array.from({ length: 5 }, async () => await payer.refund({ amount: '4.00' })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect(await payer.balance()).toBe(GIFT + 200);
  expect((await payer.payment(payment.id)).refunds).toHaveLength(2);
});

test('money that the provider gave back by itself is taken out of the balance once', async () => {
  const payer = await aPayer(app);
  const payment = await addFunds(payer, 10);
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from billing.payment where id = ${payment.id}`.execute(database);
  const providerId = rows[0]?.provider_id ?? '';

  const known = { providerId, reference: payment.id };
  await gateway.refund({ key: newId(), reference: 'by hand', payment: known, amountCents: 300 });

  await expect.poll(async () => await payer.balance()).toBe(GIFT + 700);
  expect((await payer.payment(payment.id)).refunds).toMatchObject([{ amount: { amount: '3.0000' } }]);
});

test('what the provider refuses to give back is in the balance again', async () => {
  const payer = await aPayer(app);
  const payment = await addFunds(payer, 10);
  const account = await findAccount(database, payer.accountId);
  if (account === null) throw new Error('no account');

  const refunds = await refundUnused(
    { database, clock: { now: () => new Date() }, log: pino({ level: 'silent' }), publicUrl: app.origin },
    { ...gateway, refund: async () => null },
    { account, userId: payer.userId, amountMicros: null, key: null },
  );

  expect(refunds).toMatchObject([{ state: 'failed' }]);
  expect(await payer.balance()).toBe(GIFT + 1000);
  expect((await payer.payment(payment.id)).refunds).toMatchObject([{ state: 'failed' }]);
  expect((await kindsOf(payer)).slice(0, 2)).toEqual(['refund_failed 10', 'refund -10']);
});

test('when the answer to a refund is lost, the money is out of the balance once and given back once', async () => {
  const payer = await aPayer(app);
  const payment = await addFunds(payer, 10);
  const account = await findAccount(database, payer.accountId);
  if (account === null) throw new Error('no account');

  await refundUnused(
    { database, clock: { now: () => new Date() }, log: pino({ level: 'silent' }), publicUrl: app.origin },
    {
      ...gateway,
      refund: async (wanted) => {
        await gateway.refund(wanted);
        throw new Error('the answer was lost');
      },
    },
    { account, userId: payer.userId, amountMicros: null, key: null },
  );

  const states = async () => (await payer.payment(payment.id)).refunds.map((refund) => refund.state);
  await expect.poll(states, { timeout: 15_000 }).toEqual(['succeeded']);
  expect(await payer.balance()).toBe(GIFT);
});

test.each([
  ['dispute_won', 'won', GIFT + 1000],
  ['dispute_lost', 'lost', GIFT],
])('a disputed payment is taken out of the balance; then %s', async (button, outcome, balance) => {
  const payer = await aPayer(app);
  const payment = await addFunds(payer, 10, DISPUTED);
  const disputes = async () => (await payer.payment(payment.id)).disputes.map((dispute) => dispute.state);
  await expect.poll(disputes).toEqual(['open']);
  expect(await payer.balance()).toBe(GIFT);

  await provider.press(payment.payUrl, button);

  await expect.poll(disputes).toEqual([outcome]);
  expect(await payer.balance()).toBe(balance);
  expect(await payer.refund({})).toMatchObject({ status: outcome === 'won' ? 200 : 409 });
});

test('what a dispute takes and the balance no more has is owed: no call is placed, and the next money pays it first', async () => {
  const payer = await aPayer(app);
  const payment = await addFunds(payer, 10);
  await payer.spend(900);
  await provider.press(payment.payUrl, 'dispute');
  await expect.poll(async () => (await payer.refunds()).owed.amount).toBe('7.0000');
  expect(await payer.balance()).toBe(0);
  expect(await payer.ask('POST', '/calls/initiate', { to: '+447700900123' })).toMatchObject({
    status: 402,
    body: { code: 'payment_owed' },
  });

  await addFunds(payer, 25);

  expect(await payer.refunds()).toMatchObject({ owed: { amount: '0.0000' }, refundable: { amount: '18.0000' } });
  expect(await payer.balance()).toBe(1800);
  expect((await kindsOf(payer)).slice(0, 2)).toEqual(['owed_paid -7', 'payment 25']);
  expect(await payer.ask('POST', '/calls/initiate', { to: '+447700900123' })).toMatchObject({ status: 201 });

  await provider.press(payment.payUrl, 'dispute_won');
  await expect.poll(async () => await payer.balance()).toBe(2800);
});

test('a dispute that is won pays what it left owing, and no more comes back than was taken', async () => {
  const payer = await aPayer(app);
  const payment = await addFunds(payer, 10);
  await payer.spend(900);
  await provider.press(payment.payUrl, 'dispute');
  await expect.poll(async () => (await payer.refunds()).owed.amount).toBe('7.0000');

  await provider.press(payment.payUrl, 'dispute_won');

  await expect.poll(async () => await payer.balance()).toBe(GIFT + 100);
  expect((await payer.refunds()).owed.amount).toBe('0.0000');
});

test('what a call sets free pays what is owed', async () => {
  const payer = await aPayer(app);
  const payment = await addFunds(payer, 10);
  const holdId = await payer.hold(1000);
  await provider.press(payment.payUrl, 'dispute');
  await expect.poll(async () => (await payer.refunds()).owed.amount).toBe('8.0000');
  expect(await payer.balance()).toBe(1000);

  await releaseHold(database, { holdId, at: new Date() });

  await expect.poll(async () => (await payer.refunds()).owed.amount, { timeout: 15_000 }).toBe('0.0000');
  expect(await payer.balance()).toBe(GIFT);
});

test('what is owed is not given back, though nobody has collected it yet', async () => {
  const payer = await aPayer(app);
  const payment = await addFunds(payer, 10);
  await addFunds(payer, 10);
  const holdId = await payer.hold(2000);
  await provider.press(payment.payUrl, 'dispute');
  await expect.poll(async () => (await payer.refunds()).owed.amount).toBe('8.0000');

  const charge = { chargeMicros: micros(12_000_000n), houseAccount: 'revenue' as const };
  await settleHold(database, { holdId, ...charge, cause: { type: 'call', id: newId() }, at: new Date() });

  expect((await payer.refunds()).refundable.amount).toBe('0.0000');
  expect(await payer.refund({})).toMatchObject({ status: 409, body: { code: 'nothing_to_refund' } });
});

test('updates of a dispute that come often, at once and in the wrong order move its money once', async () => {
  const payer = await aPayer(app);
  const payment = await addFunds(payer, 10);
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from billing.payment where id = ${payment.id}`.execute(database);
  const event = (state: string) => ({
    id: newId(),
    type: 'payment.disputed',
    payment: {
      ...{ id: rows[0]?.provider_id, reference: payment.id, state: 'succeeded', amountCents: 1000, currency: 'USD' },
      ...{ card: null, cardFingerprint: null, method: null, decline: null, refunds: [] },
      disputes: [{ id: 'dispute_1', amountCents: 1000, state }],
    },
  });
  const states = ['lost', 'open', 'won', 'open', 'lost', 'won', 'open', 'lost'];

  const { webhookSecret: secret } = provider;
  const answers = await Promise.all(
    states.map(async (state) => await sendWebhook(app.origin, { event: event(state), secret })),
  );

  expect(answers.map(({ status }) => status)).toEqual(states.map(() => 200));
  expect(await payer.balance()).toBe(GIFT + 1000);
  const moved = (await kindsOf(payer)).filter((kind) => kind.startsWith('dispute'));
  expect([[], ['dispute_won 10', 'dispute -10']]).toContainEqual(moved);
});

test('payments are listed newest first, page by page, and nobody else’s', async () => {
  const payer = await aPayer(app);
  await (await aPayer(app)).addFunds(5);
  const ids: string[] = [];
  for (const amount of [5, 6, 7]) ids.unshift((await payer.addFunds(amount)).id);

  const first = paymentsReply.parse((await payer.ask('GET', '/billing/payments?limit=2')).body);
  const rest = paymentsReply.parse((await payer.ask('GET', `/billing/payments?cursor=${first.nextCursor}`)).body);

  expect([...first.items, ...rest.items].map((payment) => payment.id)).toEqual(ids);
  expect(rest.nextCursor).toBeNull();
});
