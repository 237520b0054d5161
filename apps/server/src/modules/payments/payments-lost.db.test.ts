import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createSandboxPayments } from '../../gateways/payments/index.ts';
import { newId } from '../../platform/ids.ts';
import { sandboxPayments } from '../../testing/sandbox-payments.ts';
import { serverProcess } from '../../testing/server-process.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { askProvider } from './ask-provider.ts';
import { insertPayment } from './record/payments-store.ts';
import { addFive, booksOf, hurryAfterDeath } from './testing/add-until-answered.ts';
import { aPayer } from '../../testing/money/payer.ts';

const SUCCEEDS = '4242424242424242';
/** A bound for what hangs: a server starts and books in its time, which a busy machine stretches. */
const PATIENT_MS = 100_000;
vi.setConfig({ testTimeout: 3 * PATIENT_MS });

const GIFT = 200;

const provider = await sandboxPayments();
const { database, url } = await testDatabase();
const server = await serverProcess(url, { ...provider.serverEnv, FARLINE_ROLES: 'api,worker' });
const { origin } = server;
const app = { origin, database };
await server.start();

/** Lets payments without updates be due at once, instead of in ten seconds. */
async function hurry(): Promise<void> {
  await sql`update billing.payment set look_at = now() where ended_at is null`.execute(database);
}

test('a payment made while the server was dead is booked once it lives', async () => {
  await provider.start({ origin });
  const payer = await aPayer(app);
  const payment = await payer.addFunds(25);
  await server.kill();
  await provider.lay(payment.payUrl ?? '', SUCCEEDS);
  await server.start();

  await expect.poll(async () => await payer.balance(), { timeout: PATIENT_MS }).toBe(GIFT + 2500);
  expect(await payer.timesBooked(payment.id)).toBe(1);
  await provider.kill();
});

test('a payment whose webhook never comes, because the provider died after it, is found by asking', async () => {
  await provider.start({ origin: null });
  const payer = await aPayer(app);
  const payment = await payer.addFunds(25);
  await provider.lay(payment.payUrl ?? '', SUCCEEDS);
  await provider.kill();
  expect(await payer.balance()).toBe(GIFT);

  await provider.start({ origin: null });
  await hurry();

  await expect.poll(async () => await payer.balance(), { timeout: PATIENT_MS }).toBe(GIFT + 2500);
  expect(await payer.timesBooked(payment.id)).toBe(1);
  await provider.kill();
});

test('with webhooks doubled and out of order, and both sides killed in a burst, nothing is lost and nothing is twice', async () => {
  const untidy = {
    FARLINE_SANDBOX_PAYMENTS_DOUBLED_PERCENT: '50',
    FARLINE_SANDBOX_PAYMENTS_HELD_BACK_PERCENT: '50',
    FARLINE_SANDBOX_PAYMENTS_SEED: '7',
  };
  await provider.start({ origin, env: untidy });
  const payers = await Promise.all(Array.from({ length: 6 }, async () => await aPayer(app)));
  const begun = await Promise.all(payers.map(async (payer) => ({ payer, payment: await payer.addFunds(5) })));

  const paying = begun.map(async ({ payment }) => await provider.lay(payment.payUrl ?? '', SUCCEEDS));
  await Promise.all(paying.slice(0, 3));
  await server.kill();
  await Promise.all(paying);
  await provider.kill();
  await provider.start({ origin, env: untidy });
  await server.start();
  await hurry();

  for (const { payer, payment } of begun) {
    await expect.poll(async () => await payer.balance(), { timeout: PATIENT_MS }).toBe(GIFT + 500);
    expect(await payer.timesBooked(payment.id)).toBe(1);
  }
  await provider.kill();
});

test('the server killed twice in a burst of requests to add funds: each is made once, and the books balance', async () => {
  await provider.start({ origin });
  const payers = await Promise.all(Array.from({ length: 5 }, async () => await aPayer(app)));
  const each = 4;
  let answered = 0;
  const burst = payers.map(async (payer) => {
    for (let n = 0; n < each; n++) {
      await addFive(payer, provider, newId());
      answered++;
    }
  });
  for (const reached of [3, 9]) {
    await vi.waitUntil(() => answered >= reached, { timeout: PATIENT_MS, interval: 5 });
    await server.kill();
    await hurryAfterDeath(database);
    await server.start();
  }
  await Promise.all(burst);

  for (const payer of payers) {
    await expect.poll(async () => await payer.balance(), { timeout: PATIENT_MS }).toBe(GIFT + each * 500);
  }
  const all = payers.length * each;
  expect(await booksOf(database, payers)).toEqual([
    { begun: all, succeeded: all, booked: all, wrong: 0, unbalanced: 0 },
  ]);
  await provider.kill();
});

test('without provider a top-up is refused with 502 and charges nothing; the same key begins it later', async () => {
  const payer = await aPayer(app);
  const key = newId();
  const ask = async () =>
    await payer.fetch('/billing/add-funds', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: '{"amount":5}',
    });
  const refused = await ask();
  expect(refused.status).toBe(502);
  expect(await refused.json()).toMatchObject({ code: 'payments_unavailable' });

  await provider.start({ origin });
  const payment = await payer.addFunds(5, key);
  await provider.lay(payment.payUrl ?? '', SUCCEEDS);

  await expect.poll(async () => await payer.balance(), { timeout: PATIENT_MS }).toBe(GIFT + 500);
  const { rows } = await sql`select from billing.payment where account_id = ${payer.accountId}`.execute(database);
  expect(rows).toHaveLength(1);
  await provider.kill();
});

test('a payment that the provider never heard of is given up, and only when no request can be under way', async () => {
  await provider.start({ origin });
  const payer = await aPayer(app);
  const env = provider.serverEnv;
  const gateway = createSandboxPayments({
    url: env['FARLINE_SANDBOX_PAYMENTS_URL'] ?? '',
    key: env['FARLINE_SANDBOX_PAYMENTS_KEY'] ?? '',
    webhookSecret: provider.webhookSecret,
  });
  const createdAt = new Date();
  const { id } = await insertPayment(database, {
    payment: {
      id: newId(),
      accountId: payer.accountId,
      userId: payer.userId,
      walletId: payer.walletId,
      amountMicros: micros(5_000_000n),
      currency: 'USD',
      provider: 'sandbox',
      purpose: { type: 'top_up', id: null },
      methodId: null,
      card: null,
      decline: null,
      refunds: [],
      disputes: [],
      createdAt,
      state: 'starting',
    },
    requestKey: null,
    lookAt: new Date(createdAt.getTime() + 60_000),
  });
  const askAfter = async (seconds: number) => {
    await sql`update billing.payment set look_at = now() where id = ${id}`.execute(database);
    const now = new Date(createdAt.getTime() + seconds * 1000);
    const deps = { database, clock: { now: () => now }, log: pino({ level: 'silent' }), publicUrl: origin };
    await askProvider(deps, gateway);
    return (await payer.payment(id)).state;
  };

  expect(await askAfter(60)).toBe('waiting');
  expect(await askAfter(130)).toBe('cancelled');
});

test('no number of a card is in the database, in the logs or in what the provider keeps', async () => {
  expect(cardNumbersIn(`4242-4242-4242-4242 and ${SUCCEEDS}`)).toHaveLength(2);
  const payer = await aPayer(app);
  const setup = await payer.addMethod();
  await provider.keep(setup.addUrl ?? '', SUCCEEDS);
  await expect.poll(async () => await payer.methods(), { timeout: PATIENT_MS }).toHaveLength(1);
  const [method] = await payer.methods();
  expect(await payer.addFunds(10, newId(), method?.id)).toMatchObject({ state: 'succeeded' });
  expect(await payer.refund({})).toMatchObject({ status: 200 });
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'kamailio')`.execute(database);
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string }>`
      select whole::text as line from ${sql.raw(name)} whole limit 100000`.execute(database);
    expect(
      rows.flatMap(({ line }) => cardNumbersIn(line)),
      name,
    ).toEqual([]);
  }
  expect(cardNumbersIn(server.words())).toEqual([]);
  expect(cardNumbersIn(provider.words())).toEqual([]);
});

/** Numbers of 13 to 19 digits, in groups or not, that begin as cards do and satisfy Luhn (ISO/IEC 7812-1 annex B). */
function cardNumbersIn(text: string): string[] {
  const numbers = text.match(/(?<![\w.+-])[2-6](?:[ -]?\d){12,18}(?![\w-])/g) ?? [];
  return numbers.filter((number) => {
    const digits = [...number.replace(/\D/g, '')].toReversed();
    const sum = digits.reduce((total, digit, place) => {
      const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
    return sum % 10 === 0;
  });
}
