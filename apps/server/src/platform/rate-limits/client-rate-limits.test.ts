import type { FastifyRequest } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { addClientRateLimits } from './client-rate-limits.ts';
import { createHttpServer } from '../http-server.ts';
import { newId } from '../ids.ts';
import { createLog } from '../log.ts';

let now = new Date('2026-03-01T12:00:00Z');
const app = await createHttpServer({ log: createLog('silent'), allowedOrigins: [], trustProxy: false });
addClientRateLimits(app, { clock: { now: () => now }, networkOf: (address) => address, mostWindows: 3 });
const signedIn = async (request: FastifyRequest) => {
  const accountId = request.headers['x-account'];
  if (typeof accountId !== 'string') return;
  request.identity = { userId: newId(), accountId, sessionId: newId(), role: 'customer' };
};
app.post(
  '/price',
  { config: { perClient: { name: 'price', most: 2, windowSeconds: 60 } }, onRequest: signedIn },
  async () => 'a price',
);
app.post(
  '/code',
  { config: { perClient: { name: 'code', most: 2, windowSeconds: 60, isOfAddress: true } }, onRequest: signedIn },
  async () => 'a code',
);
afterAll(async () => await app.close());

const ask = async (remoteAddress: string, account?: string, url = '/price') =>
  await app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: account === undefined ? {} : { 'x-account': account },
  });
const pass = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1000));

test('past its limit an address is refused with 429 until its window ends; another is not', async () => {
  for (let asked = 0; asked < 2; asked += 1) expect((await ask('192.0.2.1')).statusCode).toBe(200);
  pass(20);
  const refused = await ask('192.0.2.1');

  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('40');
  expect((await ask('192.0.2.2')).statusCode).toBe(200);
  pass(40);
  expect((await ask('192.0.2.1')).statusCode).toBe(200);
});

test('where an address is counted, all accounts behind it are counted together', async () => {
  const statuses: number[] = [];
  for (let asked = 0; asked < 3; asked += 1) statuses.push((await ask('192.0.2.8', newId(), '/code')).statusCode);

  expect(statuses).toEqual([200, 200, 429]);
  expect((await ask('192.0.2.7', newId(), '/code')).statusCode).toBe(200);
});

test('accounts behind one address are counted one by one', async () => {
  const [one, other] = [newId(), newId()];
  for (let asked = 0; asked < 2; asked += 1) expect((await ask('192.0.2.9', one)).statusCode).toBe(200);

  expect((await ask('192.0.2.9', one)).statusCode).toBe(429);
  expect((await ask('192.0.2.9', other)).statusCode).toBe(200);
});

test('of too many clients at once the oldest is forgotten', async () => {
  pass(60);
  for (let asked = 0; asked < 3; asked += 1) await ask('192.0.2.20');
  expect((await ask('192.0.2.20')).statusCode).toBe(429);
  for (const client of ['192.0.2.21', '192.0.2.22', '192.0.2.23']) await ask(client);

  expect((await ask('192.0.2.20')).statusCode).toBe(200);
});
