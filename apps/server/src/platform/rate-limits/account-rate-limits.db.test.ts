import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { addAccountRateLimits } from './account-rate-limits.ts';
import { createHttpServer } from '../http-server.ts';
import { newId } from '../ids.ts';
import { createLog } from '../log.ts';

const { database } = await testDatabase();
let now = new Date('2026-03-01T12:00:00Z');
const app = await createHttpServer({ log: createLog('silent'), allowedOrigins: [], trustProxy: false });
addAccountRateLimits(app, { database, clock: { now: () => now } });
const limit = { name: 'file', most: 2, windowSeconds: 3_600 };
for (const url of ['/file.csv', '/file.vcf']) {
  app.get(
    url,
    {
      config: { perAccount: limit },
      onRequest: async (request) => {
        const accountId = String(request.headers['x-account']);
        request.identity = { userId: newId(), accountId, sessionId: newId(), role: 'customer' };
      },
    },
    async () => 'a file',
  );
}
afterAll(async () => await app.close());

const ask = async (url: string, account: string) => await app.inject({ url, headers: { 'x-account': account } });

test('past its limit an account is refused with 429 and told when to come back; another is not', async () => {
  const [one, other] = [newId(), newId()];
  expect((await ask('/file.csv', one)).statusCode).toBe(200);
  expect((await ask('/file.vcf', one)).statusCode).toBe(200);

  now = new Date(now.getTime() + 600_000);
  const refused = await ask('/file.csv', one);

  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('3000');
  expect(refused.json()).toEqual({
    code: 'too_many_requests',
    message: 'Too many tries. Please wait 50 minutes and try again.',
  });
  expect((await ask('/file.csv', other)).statusCode).toBe(200);
  now = new Date(now.getTime() + 3_000_000);
  expect((await ask('/file.csv', one)).statusCode).toBe(200);
});
