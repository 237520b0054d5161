import {
  addFundsReply,
  billingHistoryReply,
  paymentsNotConfigured,
  planQuoteReply,
  plansReply,
  subscriptionReply,
  usageReply,
} from '@farline/contracts';
import { expect, test } from 'vitest';
import { confirmSignUp } from '../../testing/confirm-sign-up.ts';
import { testApp } from '../../testing/test-app.ts';
import { newId } from '../../platform/ids.ts';
import { findWalletOf, placeHold, settleHold, topUp } from '../ledger/index.ts';
import { micros } from '@farline/contracts';
import { sql } from 'kysely';

const { database, origin } = await testApp();

type Customer = { token: string; accountId: string; walletId: string };

async function aCustomer(): Promise<Customer> {
  const answer = await fetch(`${origin}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: `${newId()}@example.org`,
      password: 'Analytical1843',
    }),
  });
  const { token, user } = (await answer.json()) as { token: string; user: { id: string; accountId: string } };
  await confirmSignUp(database, user.id);
  const wallet = await findWalletOf(database, { accountId: user.accountId, unit: 'USD' });
  const walletId = wallet?.id ?? '';
  const cause = { type: 'operator_credit', id: newId() };
  const amountMicros = micros(2_000_000n);
  await topUp(database, { walletId, amountMicros, from: 'operator_credit', cause, at: new Date() });
  return { token, accountId: user.accountId, walletId };
}

async function ask({ token }: Customer, method: string, path: string, body?: unknown) {
  const answer = await fetch(`${origin}/api/v1/billing${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function charge(customer: Customer, amount: bigint, at: Date): Promise<string> {
  const cause = { type: 'call', id: newId() };
  const { walletId } = customer;
  const held = await placeHold(database, {
    walletId,
    wantedMicros: micros(amount),
    leastMicros: micros(1n),
    cause,
    at,
  });
  if (!held.allowed) throw new Error(held.reason);
  const { holdId } = held;
  await settleHold(database, { holdId, chargeMicros: micros(amount), cause, houseAccount: 'revenue', at });
  return cause.id;
}

test('adding funds is refused truly, with the balance, the amounts and the limits beside it, and charges nothing', async () => {
  const customer = await aCustomer();

  const { status, body } = await ask(customer, 'POST', '/add-funds', { amount: 25 });

  expect(status).toBe(503);
  expect(paymentsNotConfigured.parse(body)).toMatchObject({
    code: 'payments_not_configured',
    balance: 2,
    wallet: { available: { amount: '2.0000', currency: 'USD' } },
    limits: { least: { amount: '5.0000' }, most: { amount: '500.0000' } },
  });
  expect((await findWalletOf(database, { accountId: customer.accountId, unit: 'USD' }))?.balanceMicros).toBe(
    2_000_000n,
  );
  expect(addFundsReply.parse((await ask(customer, 'GET', '/add-funds')).body)).toMatchObject({
    payments: 'not_configured',
    balance: 2,
  });
});

test.each([4.99, 500.01, 10.001, -1, 'ten', null])('%s is no amount that can be added', async (amount) => {
  const { status, body } = await ask(await aCustomer(), 'POST', '/add-funds', { amount });

  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: { amount: expect.any(String) } });
});

test('everybody begins on Basic, and may see what the other plans cost and include', async () => {
  const customer = await aCustomer();
  const { plans } = plansReply.parse(await (await fetch(`${origin}/api/v1/billing/plans`)).json());
  const { subscription } = subscriptionReply.parse((await ask(customer, 'GET', '/subscription')).body);

  expect(plans.map(({ id, pricePerMonth, percentOff }) => [id, pricePerMonth.amount, percentOff])).toEqual([
    ['basic', '0.0000', 0],
    ['plus', '5.0000', 10],
    ['pro', '15.0000', 20],
  ]);
  expect(plans[1]?.included.map(({ title, minutes }) => [title, minutes])).toEqual([
    ['Europe, landlines', 200],
    ['USA and Canada', 200],
  ]);
  expect(subscription).toMatchObject({ planId: 'basic', name: 'Basic', status: 'active', renewsAt: null });
  expect(await ask(customer, 'POST', '/subscription', { planId: 'basic' })).toMatchObject({
    status: 409,
    body: { code: 'already_on_plan' },
  });
  expect(await ask(customer, 'POST', '/subscription', { planId: 'gold' })).toMatchObject({
    status: 404,
    body: { code: 'plan_not_found' },
  });
  expect(await ask(customer, 'DELETE', '/subscription')).toMatchObject({
    status: 409,
    body: { code: 'plan_has_no_end' },
  });
});

test('a plan is quoted, confirmed with what was quoted, used, and seen by its user', async () => {
  const customer = await aCustomer();
  const { walletId } = customer;
  const cause = { type: 'payment', id: newId() };
  await topUp(database, { walletId, amountMicros: micros(10_000_000n), from: 'payments', cause, at: new Date() });
  const { quote } = planQuoteReply.parse((await ask(customer, 'GET', '/subscription/quote?planId=plus')).body);
  expect(quote).toMatchObject({ kind: 'start', dueNow: { amount: '5.0000' }, isCovered: true, proration: null });

  const wrong = await ask(customer, 'POST', '/subscription', { planId: 'plus', dueNow: '4.99' });
  expect(wrong).toMatchObject({ status: 409, body: { code: 'plan_quote_stale' } });
  const { amount } = quote.dueNow;
  const { body } = await ask(customer, 'POST', '/subscription', { planId: 'plus', dueNow: amount });
  expect(subscriptionReply.parse(body).subscription).toMatchObject({ planId: 'plus', status: 'active', next: null });
  const { usage } = usageReply.parse((await ask(customer, 'GET', '/usage')).body);
  expect(usage.allowances.map(({ title, included, left }) => [title, included, left])).toEqual([
    ['Europe, landlines', 12_000, 12_000],
    ['USA and Canada', 12_000, 12_000],
    [null, 50, 50],
  ]);
  expect(usage.currentMonth).toMatchObject({ cost: 5, includedSeconds: 0 });

  const ending = subscriptionReply.parse((await ask(customer, 'DELETE', '/subscription')).body).subscription;
  expect(ending).toMatchObject({ planId: 'plus', next: { planId: 'basic' } });
  expect((await ask(customer, 'DELETE', '/subscription')).status).toBe(200);
  expect(await ask(customer, 'POST', '/subscription', { planId: 'basic' })).toMatchObject({
    status: 409,
    body: { code: 'plan_change_planned' },
  });
  expect(await ask(customer, 'POST', '/subscription', { planId: 'pro', dueNow: 'much' })).toMatchObject({
    status: 400,
    body: { errors: { dueNow: 'Write an amount such as 5.00' } },
  });
});

test('no invoice and no payment method is shown that is not there', async () => {
  const customer = await aCustomer();

  expect((await ask(customer, 'GET', '/invoices')).body).toEqual({ invoices: [], nextCursor: null });
  expect((await ask(customer, 'GET', '/payment-methods')).body).toEqual({ paymentMethods: [] });
  expect((await ask(customer, 'GET', '/invoices/1')).status).toBe(404);
  expect((await ask(customer, 'GET', '/invoices/1/download')).status).toBe(404);
  expect((await ask(customer, 'DELETE', '/payment-methods/1')).status).toBe(404);
  expect((await ask(customer, 'PATCH', '/payment-methods/1/default')).status).toBe(404);
  expect(await ask(customer, 'POST', '/payment-methods', { number: '4242424242424242' })).toMatchObject({
    status: 503,
    body: { code: 'payments_not_configured' },
  });
});

test('the history has each entry with the balance after it and what it came from, newest first', async () => {
  const customer = await aCustomer();
  const callId = await charge(customer, 250_000n, new Date());
  await topUp(database, {
    walletId: customer.walletId,
    amountMicros: micros(10_000_000n),
    from: 'payments',
    cause: { type: 'top_up', id: newId() },
    at: new Date(),
  });

  const { history, nextCursor } = billingHistoryReply.parse((await ask(customer, 'GET', '/history')).body);

  expect(nextCursor).toBeNull();
  expect(
    history.map(({ kind, amount, balanceAfter, link }) => [kind, amount.amount, balanceAfter.amount, link]),
  ).toEqual([
    ['top_up', '10.0000', '11.7500', null],
    ['call', '-0.2500', '1.7500', `/calls/${callId}`],
    ['operator_credit', '2.0000', '2.0000', null],
  ]);
});

test('days of the history are those of the time zone of the account, both counted', async () => {
  const customer = await aCustomer();
  await sql`update accounts.account set time_zone = 'America/New_York' where id = ${customer.accountId}`.execute(
    database,
  );
  // 31 March in New York is from 04:00 to 04:00 UTC.
  for (const at of ['2026-03-31T03:59:59Z', '2026-03-31T04:00:00Z', '2026-04-01T03:59:59Z', '2026-04-01T04:00:00Z']) {
    await charge(customer, 10_000n, new Date(at));
  }

  const { body } = await ask(customer, 'GET', '/history?startDate=2026-03-31&endDate=2026-03-31');

  const { history, ...days } = billingHistoryReply.parse(body);
  expect(days).toMatchObject({ startDate: '2026-03-31', endDate: '2026-03-31' });
  expect(history.map((entry) => entry.at)).toEqual(['2026-04-01T03:59:59.000Z', '2026-03-31T04:00:00.000Z']);
});

test('a long history comes page by page, nothing missing and nothing twice', async () => {
  const customer = await aCustomer();
  for (let time = 0; time < 7; time++) await charge(customer, 10_000n, new Date());
  const seen: string[] = [];
  let path = '/history?limit=3';
  for (let page = 0; page < 5; page++) {
    const { history, nextCursor } = billingHistoryReply.parse((await ask(customer, 'GET', path)).body);
    seen.push(...history.map((entry) => entry.id));
    if (nextCursor === null) break;
    path = `/history?limit=3&cursor=${nextCursor}`;
  }

  expect(seen).toHaveLength(8);
  expect(new Set(seen).size).toBe(8);
});

test('an instant in the place of a day is the day that it falls on in the time zone of the account', async () => {
  const customer = await aCustomer();
  await sql`update accounts.account set time_zone = 'Europe/Berlin' where id = ${customer.accountId}`.execute(database);
  const instants = new URLSearchParams({
    startDate: '2026-10-31T23:00:00.000Z',
    endDate: '2026-11-02T12:00:00+01:00',
  }).toString();

  const { status, body } = await ask(customer, 'GET', `/history?${instants}`);

  expect({ status, ...body }).toMatchObject({ status: 200, startDate: '2026-11-01', endDate: '2026-11-02' });
});

test.each(['startDate=2026-02-30', 'startDate=yesterday', 'startDate=2026-04-02&endDate=2026-04-01', 'cursor=first'])(
  'a history of %s is refused with 400',
  async (query) => {
    expect((await ask(await aCustomer(), 'GET', `/history?${query}`)).status).toBe(400);
  },
);
