import { billingHistoryReply } from '@farline/contracts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sandboxPayments } from '../../testing/sandbox-payments.ts';
import { testApp } from '../../testing/test-app.ts';
import { aPayer, sendWebhook } from '../../testing/money/payer.ts';
import { takeProviderUpdate } from './updates/take-provider-update.ts';

const provider = await sandboxPayments();
const app = await testApp(provider.serverEnv);
await provider.start({ origin: app.origin });
const { database, origin } = app;
const secret = provider.webhookSecret;

const SUCCEEDS = '4242 4242 4242 4242';
/** What an operator gave everybody here to begin with, in cents. */
const GIFT = 200;

type Payer = Awaited<ReturnType<typeof aPayer>>;

async function stateOf(payer: Payer, id: string): Promise<string> {
  return (await payer.payment(id)).state;
}

/** What the provider would tell of a payment. */
async function eventOf(payment: { id: string; amount: { amount: string } }, more: Record<string, unknown> = {}) {
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from billing.payment where id = ${payment.id}`.execute(database);
  return {
    id: `event_${newId()}`,
    type: 'payment.succeeded',
    createdAt: new Date().toISOString(),
    payment: {
      id: rows[0]?.provider_id ?? 'pay_unknown',
      reference: payment.id,
      state: 'succeeded',
      amountCents: Number(payment.amount.amount) * 100,
      currency: 'USD',
      card: { brand: 'Visa', lastFour: '4242', expires: '12/99' },
      method: null,
      decline: null,
      refunds: [],
      disputes: [],
      ...more,
    },
  };
}

test('money paid on the hosted page is in the balance once, the account may use real trunks, and a receipt is sent', async () => {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(25);
  expect(payment).toMatchObject({ state: 'waiting', amount: { amount: '25.0000', currency: 'USD' } });
  expect(await payer.balance()).toBe(GIFT);

  const changesTold = async () => {
    const { rows } = await sql`
      select from platform.event where account_id = ${payer.accountId} and type = 'user.changed'`.execute(database);
    return rows.length;
  };
  const changesBefore = await changesTold();
  const back = await provider.lay(payment.payUrl ?? '', SUCCEEDS);

  expect(back.headers.get('location')).toMatch(new RegExp(`/billing\\?payment=${payment.id}$`));
  await expect.poll(async () => await stateOf(payer, payment.id)).toBe('succeeded');
  expect(await payer.balance()).toBe(GIFT + 2500);
  expect(await payer.payment(payment.id)).toMatchObject({ card: { brand: 'Visa', lastFour: '4242' }, payUrl: null });
  const { rows: accounts } = await sql<{ state: string }>`
    select state from accounts.account where id = ${payer.accountId}`.execute(database);
  expect(accounts).toEqual([{ state: 'active' }]);
  const { rows: audit } = await sql`
    select actor, action from audit.event where account_id = ${payer.accountId} and action = 'account.activated'`.execute(
    database,
  );
  expect(audit).toEqual([{ actor: 'system', action: 'account.activated' }]);
  // What open pages say of practice hangs on it.
  expect(await changesTold()).toBe(changesBefore + 1);
  const { rows: mails } = await sql<{ subject: string; body: string }>`
    select subject, body from accounts.letter where user_id = ${payer.userId} and kind = 'notice'`.execute(database);
  expect(mails.map((mail) => mail.subject)).toEqual(['Your receipt: 25.00 USD added to Farline']);
  expect(mails[0]?.body).toContain('Visa ending in 4242');
  const { history } = billingHistoryReply.parse((await payer.ask('GET', '/billing/history')).body);
  expect(history[0]).toMatchObject({ kind: 'top_up', cause: { type: 'payment', id: payment.id } });
});

test('a declined card takes nothing, says why, and another card pays', async () => {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(10);
  await provider.lay(payment.payUrl ?? '', '4000000000000002');
  await expect.poll(async () => (await payer.payment(payment.id)).decline).toBe('card_declined');
  expect(await payer.balance()).toBe(GIFT);

  await provider.lay(payment.payUrl ?? '', SUCCEEDS);

  await expect.poll(async () => await payer.balance()).toBe(GIFT + 1000);
  expect((await payer.payment(payment.id)).decline).toBeNull();
});

test.each([
  ['confirm', 'succeeded', GIFT + 1000],
  ['refuse', 'failed', GIFT],
  ['cancel', 'cancelled', GIFT],
])('a payment whose bank asks the payer: %s, and it has %s', async (button, state, balance) => {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(10);
  await provider.lay(payment.payUrl ?? '', '4000002500003155');
  expect(await payer.balance()).toBe(GIFT);

  await provider.press(payment.payUrl ?? '', button);

  await expect.poll(async () => await stateOf(payer, payment.id)).toBe(state);
  expect(await payer.balance()).toBe(balance);
});

test('late money is shown as under way, and comes by itself', async () => {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(10);
  await provider.lay(payment.payUrl ?? '', '4000000000000077');

  await expect.poll(async () => await stateOf(payer, payment.id)).toBe('processing');
  expect(await payer.balance()).toBe(GIFT);
  await expect.poll(async () => await stateOf(payer, payment.id)).toBe('succeeded');
  expect(await payer.balance()).toBe(GIFT + 1000);
});

test('the same key begins one payment, however often it is sent', async () => {
  const payer = await aPayer(app);
  const key = newId();
  const [first, second] = [await payer.addFunds(25, key), await payer.addFunds(25, key)];
  expect(second).toEqual(first);
});

test('top-ups in two tabs are two payments, and each is booked once', async () => {
  const payer = await aPayer(app);
  const both = await Promise.all([payer.addFunds(10), payer.addFunds(25)]);
  await Promise.all(both.map(async (payment) => await provider.lay(payment.payUrl ?? '', SUCCEEDS)));

  await expect.poll(async () => await payer.balance()).toBe(GIFT + 3500);
  for (const { id } of both) expect(await payer.timesBooked(id)).toBe(1);
});

test('a webhook that comes twenty times at once books its money once', async () => {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(10);
  const event = await eventOf(payment);
  const other = { ...event, id: `event_${newId()}` };

  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => await sendWebhook(origin, { event: n % 2 ? event : other, secret })),
  );

  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(answers.filter((answer) => (answer.body as { isRepeat: boolean }).isRepeat)).toHaveLength(19);
  expect(await payer.timesBooked(payment.id)).toBe(1);
  expect(await payer.balance()).toBe(GIFT + 1000);
});

test('updates out of order lead to the same end', async () => {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(10);
  for (const more of [
    { disputes: [{ id: 'dispute_1', amountCents: 1000, state: 'won' }] },
    { disputes: [{ id: 'dispute_1', amountCents: 1000, state: 'open' }] },
    {},
    { state: 'processing' },
    { state: 'open', decline: 'card_declined' },
  ]) {
    expect(await sendWebhook(origin, { event: await eventOf(payment, more), secret })).toMatchObject({ status: 200 });
  }

  expect(await payer.payment(payment.id)).toMatchObject({ state: 'succeeded', decline: null });
  expect(await payer.timesBooked(payment.id)).toBe(1);
});

test('a webhook that is forged, old, unreadable, or of no payment of ours is refused, and books nothing', async () => {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(10);
  const event = await eventOf(payment);
  const refused = async (sent: Parameters<typeof sendWebhook>[1]) => await sendWebhook(origin, sent);

  expect(await refused({ event, secret: 'another secret' })).toMatchObject({
    status: 401,
    body: { code: 'webhook_bad_signature' },
  });
  expect(await refused({ event, secret, at: new Date(Date.now() - 301_000) })).toMatchObject({
    status: 401,
    body: { code: 'webhook_too_old' },
  });
  expect(await refused({ event: 'no json', secret })).toMatchObject({
    status: 400,
    body: { code: 'webhook_unreadable' },
  });
  expect(await refused({ event: await eventOf(payment, { reference: newId() }), secret })).toMatchObject({
    status: 404,
    body: { code: 'payment_unknown' },
  });
  expect(await refused({ event: await eventOf(payment, { amountCents: 100_000 }), secret })).toMatchObject({
    status: 409,
    body: { code: 'payment_differs' },
  });
  const unsigned = await fetch(`${origin}/api/v1/webhooks/payments/sandbox`, { method: 'POST', body: '{}' });
  expect(unsigned.status).toBe(401);
  expect(await payer.balance()).toBe(GIFT);
  expect(await stateOf(payer, payment.id)).toBe('waiting');
});

test('money that comes for an account that was closed meanwhile is told to the operator', async () => {
  const payer = await aPayer(app);
  const { id, amount } = await payer.addFunds(10);
  const { payment } = await eventOf({ id, amount });
  await payer.ask('POST', '/settings/close-account', { password: 'Analytical1843' });
  const said: string[] = [];
  const log = pino({}, { write: (line: string) => void said.push(line) });
  const deps = { database, clock: { now: () => new Date() }, log, publicUrl: origin };

  const update = { ...payment, providerId: payment.id, state: 'succeeded', card: null, cardFingerprint: null } as const;
  await takeProviderUpdate(deps, {
    provider: 'sandbox',
    event: null,
    update: { ...update, pageUrl: '', method: null, decline: null, refunds: [], disputes: [] },
  });

  expect(said.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 50, payment: id }]);
  expect(await payer.timesBooked(id)).toBe(1);
});

test('nobody sees the payment of another account', async () => {
  const payment = await (await aPayer(app)).addFunds(10);
  const other = await aPayer(app);
  expect(await other.ask('GET', `/billing/payments/${payment.id}`)).toMatchObject({ status: 404 });
});

test.each(['4.99', '500.01', '10.001', '-5', '1e9', '"25"', 'null', '5.1234567', '25.0000001', '"NaN"', 'NaN'])(
  '%s cannot be added',
  async (amount) => {
    const payer = await aPayer(app);
    const answer = await payer.fetch('/billing/add-funds', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"amount":${amount}}`,
    });
    expect(answer.status).toBe(400);
  },
);
