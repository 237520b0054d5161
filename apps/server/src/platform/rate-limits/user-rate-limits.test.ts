import { afterAll, expect, test } from 'vitest';
import { createHttpServer } from '../http-server.ts';
import { newId } from '../ids.ts';
import { createLog } from '../log.ts';
import { addUserRateLimits } from './user-rate-limits.ts';

let now = new Date('2026-03-01T12:00:00Z');
const app = await createHttpServer({ log: createLog('silent'), allowedOrigins: [], trustProxy: false });
addUserRateLimits(app, { clock: { now: () => now } });
for (const idempotent of [true, false]) {
  app.post(
    idempotent ? '/kept' : '/plain',
    {
      config: { idempotent },
      onRequest: async (request) => {
        const userId = request.headers['x-user'];
        if (typeof userId !== 'string') return;
        request.identity = { userId, accountId: newId(), sessionId: newId(), role: 'customer' };
      },
    },
    async () => 'done',
  );
}
afterAll(async () => await app.close());

const ask = async (url: string, headers: Record<string, string> = {}) =>
  (await app.inject({ method: 'POST', url, headers })).statusCode;
const refusedOf = async (count: number, url: string, headers: () => Record<string, string>) => {
  const statuses: number[] = [];
  for (let asked = 0; asked < count; asked += 1) statuses.push(await ask(url, headers()));
  return statuses.filter((status) => status === 429).length;
};

test('a user who asks without end is refused until the minute is over; others are not', async () => {
  const user = newId();
  expect(await refusedOf(1_210, '/plain', () => ({ 'x-user': user }))).toBe(10);
  expect(await ask('/kept', { 'x-user': user })).toBe(429);
  expect(await ask('/plain', { 'x-user': newId() })).toBe(200);
  expect(await ask('/plain')).toBe(200);
  now = new Date(now.getTime() + 60_000);
  expect(await ask('/plain', { 'x-user': user })).toBe(200);
});

test('a user has so many answers kept an hour', async () => {
  const user = newId();
  const keyed = () => ({ 'x-user': user, 'idempotency-key': newId() });

  expect(await refusedOf(1_005, '/kept', keyed)).toBe(5);
  expect(await ask('/kept', { 'x-user': user })).toBe(200);
  expect(await ask('/plain', keyed())).toBe(200);
});
