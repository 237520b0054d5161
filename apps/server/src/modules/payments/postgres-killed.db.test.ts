import { ownPostgres } from '@farline/tools/own-postgres';
import { afterAll, expect, test, vi } from 'vitest';
import { startApp } from '../../app.ts';
import { readConfig } from '../../platform/config.ts';
import { openDatabase } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sandboxPayments } from '../../testing/sandbox-payments.ts';
import { addFive, booksOf, hurryAfterDeath } from './testing/add-until-answered.ts';
import { aPayer } from '../../testing/money/payer.ts';

const NOWHERE = '127.0.0.1:9';
const GIFT = 200;
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
  // This is about a database that is gone, during which work waits.
  FARLINE_OVERLOAD_WAIT_MS: '0',
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

test('PostgreSQL killed twice in a burst of top-ups: each arrives once, none is lost, and the books balance', async () => {
  const payers = await Promise.all(Array.from({ length: PAYERS }, async () => await aPayer({ origin, database })));
  let answered = 0;
  const burst = payers.map(async (payer) => {
    for (let n = 0; n < PAYMENTS_EACH; n++) {
      await addFive(payer, provider, newId());
      answered++;
    }
  });
  for (const reached of [PAYERS, PAYERS * 2]) {
    await vi.waitUntil(() => answered >= reached, { timeout: 100_000, interval: 5 });
    await postgres.kill();
    await postgres.start();
    await hurryAfterDeath(database);
  }
  await Promise.all(burst);

  for (const payer of payers) {
    const balance = async () => await payer.balance().catch(() => null);
    await expect.poll(balance, { timeout: 100_000 }).toBe(GIFT + PAYMENTS_EACH * 500);
  }
  const all = PAYERS * PAYMENTS_EACH;
  expect(await booksOf(database, payers)).toEqual([
    { begun: all, succeeded: all, booked: all, wrong: 0, unbalanced: 0 },
  ]);
}, 300_000);
