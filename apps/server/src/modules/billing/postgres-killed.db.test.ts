import { paymentReply } from '@farline/contracts';
import { ownPostgres } from '@farline/tools/own-postgres';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { startApp } from '../../app.ts';
import { readConfig } from '../../platform/config.ts';
import { openDatabase } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sandboxPayments } from '../../testing/sandbox-payments.ts';
import { aPayer } from './testing/payer.ts';

const SUCCEEDS = '4242424242424242';
const NOWHERE = '127.0.0.1:9';
const TRIAL = 200;
const PAYERS = 5;
const PAYMENTS_EACH = 4;

const postgres = await ownPostgres();
const provider = await sandboxPayments();
const config = readConfig({
  DATABASE_URL: postgres.url,
  FARLINE_PORT: '0',
  FARLINE_LISTEN: '127.0.0.1',
  FARLINE_TOKEN_SECRET: 'a secret of a test, long enough for it',
  FARLINE_SIP_SECRET: 'another secret of a test, long enough',
  FARLINE_EVAPI: NOWHERE,
  FARLINE_KAMAILIO_RPC: `http://${NOWHERE}/rpc`,
  FARLINE_RTPENGINE: NOWHERE,
  FARLINE_RATE_LIMITS: 'off',
  FARLINE_ROLES: 'api,worker',
  FARLINE_LOG_LEVEL: 'silent',
  ...provider.serverEnv,
});
const running = await startApp(config);
const database = openDatabase({ url: postgres.url, poolSize: 3, name: 'test' });
const origin = `http://127.0.0.1:${running.port}`;
await provider.start({ origin });
afterAll(async () => {
  await running.stop();
  await database.destroy();
  await postgres.remove();
});

type Payer = Awaited<ReturnType<typeof aPayer>>;

/** Adds five dollars, as a person does who tries again: with the same key, until there is an answer. */
async function addFive(payer: Payer, key: string): Promise<string> {
  const ask = async () => {
    const answer = await payer
      .fetch('/billing/add-funds', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: '{"amount":5}',
      })
      .catch(() => null);
    return answer?.ok === true ? paymentReply.parse(await answer.json()).payment : null;
  };
  const payment = await vi.waitUntil(ask, { timeout: 45_000, interval: 100 });
  if (payment.payUrl !== null) await provider.lay(payment.payUrl, SUCCEEDS);
  return payment.id;
}

/** Requests that the death cut off are given up at once, instead of after a minute. */
async function hurry(): Promise<void> {
  await sql`update platform.idempotency set started_at = started_at - interval '2 minutes'
    where status is null`.execute(database);
  await sql`update billing.payment set look_at = now() where ended_at is null`.execute(database);
}

test('PostgreSQL killed twice in a burst of top-ups: each arrives once, none is lost, and the books balance', async () => {
  const payers = await Promise.all(Array.from({ length: PAYERS }, async () => await aPayer({ origin, database })));
  let answered = 0;
  const burst = payers.map(async (payer) => {
    for (let n = 0; n < PAYMENTS_EACH; n++) {
      await addFive(payer, newId());
      answered++;
    }
  });
  for (const reached of [PAYERS, PAYERS * 2]) {
    await vi.waitUntil(() => answered >= reached, { timeout: 45_000, interval: 5 });
    await postgres.kill();
    await postgres.start();
    await hurry();
  }
  await Promise.all(burst);

  for (const payer of payers) {
    const balance = async () => await payer.balance().catch(() => null);
    await expect.poll(balance, { timeout: 40_000 }).toBe(TRIAL + PAYMENTS_EACH * 500);
  }
  const { rows } = await sql<{ payments: number; booked: number; wrong: number; unbalanced: number }>`
    select (select count(*)::int from billing.payment where state = 'succeeded') as payments,
      (select count(*)::int from ledger.transfer where cause_type = 'payment') as booked,
      (select count(*)::int from ledger.wallet where balance <> (
        select coalesce(sum(amount), 0) from ledger.entry where wallet_id = wallet.id)) as wrong,
      (select count(*)::int from (
        select from ledger.entry group by transfer_id, unit having sum(amount) <> 0) transfers) as unbalanced`.execute(
    database,
  );
  expect(rows).toEqual([{ payments: PAYERS * PAYMENTS_EACH, booked: PAYERS * PAYMENTS_EACH, wrong: 0, unbalanced: 0 }]);
}, 120_000);
