import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { apiCustomer } from './api-customer.ts';
import { aPayer, sendWebhook } from './money/payer.ts';
import { sandboxPayments } from './sandbox-payments.ts';
import { testApp } from './test-app.ts';
import { waitingStatements } from './waiting-statements.ts';

const CONNECTIONS = 3;
const provider = await sandboxPayments();
const app = await testApp({
  ...provider.serverEnv,
  FARLINE_OVERLOAD_WAIT_MS: '250',
  FARLINE_DATABASE_POOL: String(CONNECTIONS),
});
await provider.start({ origin: null });
const CALL = { to: '+44 7700 900123' };

/** Has every connection of the server wait for a row while `work` is done. */
async function withEveryConnectionHeld(work: () => Promise<void>): Promise<void> {
  const ada = await apiCustomer(app);
  const changing = await inTransaction(app.database, async (tx) => {
    await sql`select from accounts.user where id = ${ada.userId} for update`.execute(tx);
    const changes = Array.from({ length: CONNECTIONS }, async () => {
      return await ada.ask('PATCH', '/auth/profile', { firstName: 'Augusta' });
    });
    await expect.poll(async () => await waitingStatements(app.database)).toBe(CONNECTIONS);
    await work();
    return changes;
  });
  for (const { status } of await Promise.all(changing)) expect(status).toBe(200);
}

/** What the provider tells when this payment of ten dollars has succeeded. */
async function paidEventOf(paymentId: string) {
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from billing.payment where id = ${paymentId}`.execute(app.database);
  const payment = {
    id: rows[0]?.provider_id,
    reference: paymentId,
    state: 'succeeded',
    amountCents: 1_000,
    currency: 'USD',
    card: { brand: 'Visa', lastFour: '4242', expires: '12/99' },
    method: null,
    decline: null,
    refunds: [],
    disputes: [],
  };
  return { id: newId(), type: 'payment.succeeded', createdAt: new Date().toISOString(), payment };
}

test('while work waits too long, new calls, lists and sign-in are refused at once; what ends a call and what was paid go through', async () => {
  const bob = await apiCustomer(app);
  const payer = await aPayer(app);
  const payment = await payer.addFunds(10);
  // A machine that is busy with other tests may have too much to do before this one gives it any.
  let begun: unknown;
  const initiated = async () => {
    const { status, body } = await bob.ask('POST', '/calls/initiate', CALL);
    begun = body;
    return status;
  };
  await expect.poll(initiated).toBe(201);
  const { call } = begun as { call: { id: string } };
  const event = await paidEventOf(payment.id);

  let goingOn: Promise<{ status: number }[]> = Promise.resolve([]);
  await withEveryConnectionHeld(async () => {
    const listed = async () => {
      // Whoever is still let in waits for as long as the rows are held.
      const asked = await bob.fetch('/calls/history', { signal: AbortSignal.timeout(1_000) }).catch(() => null);
      return asked?.status;
    };
    await expect.poll(listed).toBe(503);
    const signIn = { email: 'ada@example.org', password: 'Analytical1843' };
    for (const [method, path, sent] of [
      ['POST', '/calls/initiate', CALL],
      ['GET', '/calls/history', undefined],
      ['GET', '/contacts/export.csv', undefined],
      ['POST', '/auth/login', signIn],
    ] as const) {
      const refused = await bob.fetch(path, {
        method,
        ...(sent === undefined ? {} : { body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } }),
      });
      expect(refused.status, path).toBe(503);
      expect(Number(refused.headers.get('retry-after')), path).toBeGreaterThanOrEqual(2);
      expect(await refused.json(), path).toMatchObject({ code: 'busy' });
    }
    const ending = bob.ask('POST', `/calls/${call.id}/end`);
    const webhook = sendWebhook(app.origin, { event, secret: provider.webhookSecret });
    goingOn = Promise.all([ending, webhook]);
  });

  for (const { status } of await goingOn) expect(status).toBe(200);
  expect(await payer.balance()).toBe(1_200);
  const kept = await sql`
    select (select count(*)::int from ledger.hold where wallet_id = ${bob.walletId}) as holds,
      (select count(*)::int from calls.call where account_id = ${bob.accountId}) as calls`.execute(app.database);
  expect(kept.rows).toEqual([{ holds: 0, calls: 1 }]);

  // As soon as nothing waits any more, whoever comes again is let in.
  await expect.poll(async () => (await bob.ask('POST', '/calls/initiate', CALL)).status).toBe(201);
  await expect.poll(async () => (await bob.ask('GET', '/calls/history')).status).toBe(200);
  const figures = await (await fetch(`${app.origin}/metrics`)).text();
  expect(figures).toMatch(/farline_overload_refusals_total\{precedence="new_work"\} [1-9]/);
  expect(figures).toMatch(/farline_overload_refusals_total\{precedence="begun"\} 0/);
});
