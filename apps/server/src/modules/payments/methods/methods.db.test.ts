import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { sandboxPayments } from '../../../testing/sandbox-payments.ts';
import { testApp } from '../../../testing/test-app.ts';
import { aPayer } from '../../../testing/money/payer.ts';
import { createSandboxPayments } from '../../../gateways/payments/index.ts';
import { findAccount } from '../../accounts/index.ts';
import { micros } from '@farline/contracts';
import { insertMethod } from '../record/methods-store.ts';
import { payByMethod } from '../paying/pay-by-method.ts';

const provider = await sandboxPayments();
const app = await testApp(provider.serverEnv);
await provider.start({ origin: app.origin });
const { database } = app;

const SUCCEEDS = '4242 4242 4242 4242';
const GIFT = 200;

type Payer = Awaited<ReturnType<typeof aPayer>>;

/** Keeps a card for a payer, and gives its id. */
async function keepCard(payer: Payer, number = SUCCEEDS, more: { expires?: string } = {}): Promise<string> {
  const setup = await payer.addMethod();
  await provider.keep(setup.addUrl ?? '', number, more);
  await expect.poll(async () => (await payer.setup(setup.id)).state).toBe('succeeded');
  const [newest] = (await payer.methods()).toSorted((one, other) => (one.id < other.id ? 1 : -1));
  return newest?.id ?? '';
}

test('a card typed on the provider’s page is in the list, with its last four and its month, and costs nothing', async () => {
  const payer = await aPayer(app);
  const setup = await payer.addMethod();
  expect(setup).toMatchObject({ state: 'waiting', decline: null });

  const back = await provider.keep(setup.addUrl ?? '', SUCCEEDS, { expires: '12/44' });

  expect(back.headers.get('location')).toMatch(new RegExp(`/billing/payments\\?setup=${setup.id}$`));
  await expect.poll(async () => (await payer.setup(setup.id)).state).toBe('succeeded');
  expect(await payer.methods()).toMatchObject([
    { label: 'Visa •••• 4242', isDefault: true, expires: '2044-12', expiry: 'good' },
  ]);
  expect(await payer.balance()).toBe(GIFT);
});

test('cards that were begun beside one another are all listed, though no more can be begun', async () => {
  const payer = await aPayer(app);
  const { accountId, userId } = payer;
  const about = { accountId, userId, provider: 'sandbox', brand: 'Visa', lastFour: '4242', addedAt: new Date() };
  await inTransaction(database, async (tx) => {
    for (const number of Array.from({ length: 11 }).keys()) {
      const kept = { id: newId(), ...about, providerId: `${accountId} ${number}`, isDefault: number === 0 };
      await insertMethod(tx, { ...kept, expires: { year: 2044, month: 12 } });
    }
  });

  expect(await payer.methods()).toHaveLength(11);
  expect(await payer.ask('POST', '/billing/payment-methods', {})).toMatchObject({
    status: 409,
    body: { code: 'too_many_payment_methods' },
  });
});

test('a card that is declined is not kept, says why, and another one may follow', async () => {
  const payer = await aPayer(app);
  const setup = await payer.addMethod();
  await provider.keep(setup.addUrl ?? '', '4000000000000002');
  await expect.poll(async () => (await payer.setup(setup.id)).decline).toBe('card_declined');
  expect(await payer.methods()).toEqual([]);

  await provider.keep(setup.addUrl ?? '', SUCCEEDS);

  await expect.poll(async () => (await payer.methods()).length).toBe(1);
});

test.each([
  ['confirm', 'succeeded', 1],
  ['refuse', 'failed', 0],
  ['cancel', 'cancelled', 0],
])('a card whose bank asks: %s, and %s', async (button, state, kept) => {
  const payer = await aPayer(app);
  const setup = await payer.addMethod();
  await provider.keep(setup.addUrl ?? '', '4000002500003155');
  await provider.press(setup.addUrl ?? '', button);

  await expect.poll(async () => (await payer.setup(setup.id)).state).toBe(state);
  expect(await payer.methods()).toHaveLength(kept);
});

test('a saved card adds funds at once, once for each key, without a page', async () => {
  const payer = await aPayer(app);
  const method = await keepCard(payer);
  const key = newId();

  const [first, second] = [await payer.addFunds(25, key, method), await payer.addFunds(25, key, method)];

  expect(first).toMatchObject({ state: 'succeeded', card: { lastFour: '4242' }, payUrl: null });
  expect(second).toEqual(first);
  expect(await payer.balance()).toBe(GIFT + 2500);
  expect(await payer.timesBooked(first.id)).toBe(1);
});

test('a card that another payment provider kept before is in nobody’s way: the next one is kept, and pays', async () => {
  const payer = await aPayer(app);
  const earlier = newId();
  await sql`insert into billing.payment_method (id, account_id, user_id, provider, provider_id, brand, last_four, expires_on,
      is_default, added_at)
    select ${earlier}, account_id, id, 'earlier', ${earlier}, 'visa', '1111', '2044-12-31'::date, true, now()
    from accounts.user where account_id = ${payer.accountId}`.execute(database);

  const [first, second] = [await keepCard(payer), await keepCard(payer, '5555 5555 5555 4444')];
  await payer.ask('PATCH', `/billing/payment-methods/${second}/default`);
  await payer.ask('DELETE', `/billing/payment-methods/${second}`);

  expect(await payer.methods()).toMatchObject([{ id: first, isDefault: true }]);
  expect(await payer.addFunds(25, newId(), first)).toMatchObject({ state: 'succeeded' });
  const { rows } = await sql`select provider, provider_id from billing.payment_method
    where account_id = ${payer.accountId} and is_default order by provider`.execute(database);
  expect(rows).toMatchObject([{ provider: 'earlier', provider_id: earlier }, { provider: 'sandbox' }]);
});

test('a saved card that is declined takes nothing and says why', async () => {
  const payer = await aPayer(app);
  const method = await keepCard(payer, '4000000000000341');

  expect(await payer.addFunds(25, newId(), method)).toMatchObject({ state: 'failed', decline: 'card_declined' });
  expect(await payer.balance()).toBe(GIFT);
});

test('a saved card whose bank asks waits for its owner on the provider’s page', async () => {
  const payer = await aPayer(app);
  const setup = await payer.addMethod();
  await provider.keep(setup.addUrl ?? '', '4000002500003155');
  await provider.press(setup.addUrl ?? '', 'confirm');
  await expect.poll(async () => (await payer.methods()).length).toBe(1);
  const [method] = await payer.methods();

  const payment = await payer.addFunds(10, newId(), method?.id);
  expect(payment).toMatchObject({ state: 'waiting', payUrl: expect.any(String) });
  await provider.press(payment.payUrl ?? '', 'confirm');

  await expect.poll(async () => await payer.balance()).toBe(GIFT + 1000);
});

test('a card kept while paying is in the list', async () => {
  const payer = await aPayer(app);
  const payment = await payer.addFunds(10);
  await provider.lay(payment.payUrl ?? '', SUCCEEDS, { isKept: true });

  await expect.poll(async () => (await payer.methods()).map((method) => method.label)).toEqual(['Visa •••• 4242']);
});

test('the default can be changed; when it is removed the newest follows, and the provider forgets it', async () => {
  const payer = await aPayer(app);
  const first = await keepCard(payer);
  const second = await keepCard(payer, '5555555555554444');
  const isDefault = async () => (await payer.methods()).find((method) => method.isDefault)?.id;
  expect(await isDefault()).toBe(first);

  await payer.ask('PATCH', `/billing/payment-methods/${second}/default`);
  expect(await isDefault()).toBe(second);
  const removed = await payer.ask('DELETE', `/billing/payment-methods/${second}`);

  expect(removed).toMatchObject({ status: 200, body: { paymentMethods: [{ id: first, isDefault: true }] } });
  expect((await payer.ask('DELETE', `/billing/payment-methods/${second}`)).status).toBe(200);
  expect(await payer.ask('POST', '/billing/add-funds', { amount: 10, paymentMethodId: second })).toMatchObject({
    status: 404,
  });
  const { rows } = await sql`
    select from billing.payment_method where id = ${second} and forgotten_at is not null`.execute(database);
  expect(rows).toHaveLength(1);
});

test('nobody sees, pays by, prefers or removes a method of another account', async () => {
  const method = await keepCard(await aPayer(app));
  const other = await aPayer(app);

  expect(await other.methods()).toEqual([]);
  for (const [verb, path, body] of [
    ['DELETE', `/billing/payment-methods/${method}`],
    ['PATCH', `/billing/payment-methods/${method}/default`],
    ['POST', '/billing/add-funds', { amount: 10, paymentMethodId: method }],
  ] as const) {
    expect(await other.ask(verb, path, body)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
});

test('payments and methods are in the export of an account, without a number of a card', async () => {
  const payer = await aPayer(app);
  const method = await keepCard(payer);
  await payer.addFunds(10, newId(), method);
  await payer.refund({ amount: '4.00' });
  await payer.ask('DELETE', `/billing/payment-methods/${method}`);

  const text = await (await payer.fetch('/settings/export')).text();

  const { payments, paymentMethods } = JSON.parse(text) as { payments: unknown[]; paymentMethods: unknown[] };
  expect(payments).toMatchObject([{ amount: { amount: '10.0000' }, refunds: [{ amount: { amount: '4.0000' } }] }]);
  expect(paymentMethods).toMatchObject([{ label: 'Visa •••• 4242', removedAt: expect.any(String) }]);
  expect(text).not.toContain('4242424242424242');
});

test('the cards of an account that is closed are removed, and nothing is charged by itself', async () => {
  const payer = await aPayer(app);
  await keepCard(payer);
  const settings = { isOn: true, mark: '1.00', amount: '25.00', dailyCap: '100.00' };
  expect(await payer.ask('PUT', '/billing/auto-top-up', settings)).toMatchObject({ status: 200 });

  await payer.ask('POST', '/settings/close-account', { password: 'Analytical1843' });

  const left = async () => {
    const { rows } = await sql<{ methods: number; state: string }>`
      select state, (select count(*)::int from billing.payment_method
        where account_id = ${payer.accountId} and removed_at is null) as methods
      from billing.auto_top_up where account_id = ${payer.accountId}`.execute(database);
    return rows;
  };
  await expect.poll(left, { timeout: 15_000 }).toEqual([{ state: 'off', methods: 0 }]);
});

test('a card typed on a page that was open when its account was closed is not kept, and the provider forgets it', async () => {
  const payer = await aPayer(app);
  await keepCard(payer);
  const setup = await payer.addMethod();
  const payment = await payer.addFunds(10);
  await payer.ask('POST', '/settings/close-account', { password: 'Analytical1843' });
  const methods = async () => {
    const { rows } = await sql<{ lastFour: string; kept: boolean; isDefault: boolean }>`
      select last_four as "lastFour", removed_at is null or forgotten_at is null as kept, is_default as "isDefault"
      from billing.payment_method where account_id = ${payer.accountId} order by id`.execute(database);
    return rows;
  };
  const forgotten = async () => {
    await app.runJobs();
    return await methods();
  };
  const gone = { kept: false, isDefault: false };
  await expect.poll(forgotten, { timeout: 15_000 }).toEqual([{ lastFour: '4242', ...gone }]);

  await provider.keep(setup.addUrl ?? '', '5555 5555 5555 4444');
  await expect
    .poll(forgotten, { timeout: 15_000 })
    .toMatchObject([{ lastFour: '4242' }, { lastFour: '4444', ...gone }]);
  await provider.lay(payment.payUrl ?? '', SUCCEEDS, { isKept: true });
  await expect
    .poll(forgotten, { timeout: 15_000 })
    .toMatchObject([{ lastFour: '4242' }, { lastFour: '4444' }, { lastFour: '4242', ...gone }]);
});

test('when the provider answers too late, the payment is under way and its money comes once', async () => {
  const payer = await aPayer(app);
  const method = await keepCard(payer);
  const env = provider.serverEnv;
  const gateway = createSandboxPayments({
    url: env['FARLINE_SANDBOX_PAYMENTS_URL'] ?? '',
    key: env['FARLINE_SANDBOX_PAYMENTS_KEY'] ?? '',
    webhookSecret: provider.webhookSecret,
  });
  const account = await findAccount(database, payer.accountId);
  if (account === null) throw new Error('no account');
  const payment = await payByMethod(
    { database, clock: { now: () => new Date() }, log: pino({ level: 'silent' }), publicUrl: app.origin },
    {
      ...gateway,
      payWithSavedMethod: async (wanted) => {
        await gateway.payWithSavedMethod(wanted);
        throw new Error('the answer was lost');
      },
    },
    {
      account,
      userId: payer.userId,
      amountMicros: micros(10_000_000n),
      purpose: { type: 'top_up', id: null },
      methodId: method,
      payer: 'present',
      key: null,
    },
  );

  expect(['processing', 'succeeded']).toContain((await payer.payment(payment.id)).state);
  await expect.poll(async () => await payer.balance()).toBe(GIFT + 1000);
  expect(await payer.timesBooked(payment.id)).toBe(1);
});
