import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { keptLog } from '../testing/kept-log.ts';
import { testDatabase } from '../testing/test-database.ts';
import { createHttpServer } from './http-server.ts';
import { addIdempotency } from './idempotency.ts';
import { newId } from './ids.ts';

const { database } = await testDatabase();
const { log, lines } = keptLog('info');
const app = await createHttpServer({ log, allowedOrigins: [], trustProxy: false });
addIdempotency(app, { database, clock: { now: () => new Date() } });
const deed: { after: () => Promise<void> } = { after: async () => undefined };
app.post(
  '/pay',
  {
    config: { idempotent: true },
    onRequest: async (request) => {
      request.identity = { userId: newId(), accountId: newId(), sessionId: newId(), role: 'customer' };
    },
  },
  async () => {
    await deed.after();
    return { paid: 5 };
  },
);
afterAll(async () => await app.close());

const pay = async () =>
  await app.inject({ method: 'POST', url: '/pay', headers: { 'idempotency-key': newId() }, payload: {} });

test('an answer that cannot be kept goes out as it is, and the log tells', async () => {
  deed.after = async () => {
    await sql`alter table platform.idempotency rename to out_of_reach`.execute(database);
  };
  const answer = await pay();
  await sql`alter table platform.out_of_reach rename to idempotency`.execute(database);

  expect([answer.statusCode, answer.json()]).toEqual([200, { paid: 5 }]);
  expect(lines.join('')).toContain('an answer could not be kept');
});

test('a fault of ours does not claim that nothing was done', async () => {
  deed.after = async () => await Promise.reject(new Error('a read after the deed'));
  const answer = await pay();
  expect(answer.statusCode).toBe(500);
  const { message } = answer.json<{ message: string }>();
  expect(message).toContain('see whether it was done before you try again');
  expect(message).not.toContain('Nothing was charged');
});
