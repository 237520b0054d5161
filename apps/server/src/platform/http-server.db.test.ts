import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { keptLog } from '../testing/kept-log.ts';
import { testDatabase } from '../testing/test-database.ts';
import { createHttpServer, listenOn } from './http-server.ts';
import { type Work, workOf } from './work.ts';
import { addIdempotency } from './idempotency.ts';
import { newId } from './ids.ts';
import { Problem, tooBusy, tooManyRequests } from './problems.ts';

const { database } = await testDatabase();
const { log, lines } = keptLog('info');
const userId = newId();
let paid = 0;
let failNext = false;
let refuseNext: Problem | null = null;
const works: Work[] = [];
const app = await createHttpServer({ log, allowedOrigins: ['http://localhost:4001'], trustProxy: false });
addIdempotency(app, { database, clock: { now: () => new Date() } });
app.post(
  '/pay',
  {
    config: { idempotent: true },
    onRequest: async (request) => {
      request.identity = { userId, accountId: newId(), sessionId: newId(), role: 'customer' };
    },
    schema: {
      body: z.object({
        amount: z.int('Amount is a whole number'),
        to: z.object({ name: z.string('Name is required') }),
      }),
    },
  },
  async (request) => {
    works.push(workOf(request, { now: () => new Date() }));
    if (refuseNext !== null) {
      const refusal = refuseNext;
      refuseNext = null;
      throw refusal;
    }
    if (failNext) {
      failNext = false;
      throw new Error('a broken assumption');
    }
    if (request.body.amount > 100) throw new Problem('message_too_long', 422, 'This is too much.');
    paid += 1;
    return { paid };
  },
);
const port = await listenOn(app, { addresses: ['127.0.0.1'], port: 0 });
afterAll(async () => {
  await app.close();
});

const pay = async (body: unknown, key?: string) =>
  await app.inject({
    method: 'POST',
    url: '/pay',
    headers: key === undefined ? {} : { 'idempotency-key': key },
    payload: body as object,
  });
const order = { amount: 5, to: { name: 'Ada' } };

test('the second arrival changes nothing and gets the first answer', async () => {
  const before = paid;
  const key = newId();
  const first = await pay(order, key);
  const second = await pay(order, key);
  expect(second.statusCode).toBe(200);
  expect(second.json()).toEqual(first.json());
  expect(paid).toBe(before + 1);
});

test('ten arrivals at once take effect once', async () => {
  const before = paid;
  const key = newId();
  const answers = await Promise.all(Array.from({ length: 10 }, async () => await pay(order, key)));
  expect(paid).toBe(before + 1);
  for (const answer of answers) expect([200, 409]).toContain(answer.statusCode);
});

test('the same key with another body is refused', async () => {
  const key = newId();
  await pay(order, key);
  const other = await pay({ ...order, amount: 6 }, key);
  expect(other.statusCode).toBe(409);
  expect(other.json()).toMatchObject({ code: 'idempotency_key_reused' });
});

test('a refusal is given again too; a fault of ours is not, so the client may try again', async () => {
  const key = newId();
  expect((await pay({ ...order, amount: 500 }, key)).statusCode).toBe(422);
  expect((await pay({ ...order, amount: 500 }, key)).json()).toMatchObject({ code: 'message_too_long' });
  const retried = newId();
  failNext = true;
  const failed = await pay(order, retried);
  expect(failed.statusCode).toBe(500);
  expect(failed.json()).toMatchObject({ code: 'internal_error', reference: expect.any(String) });
  expect(lines.join('')).toContain(failed.json<{ reference: string }>().reference);
  expect((await pay(order, retried)).statusCode).toBe(200);
});

test('each run of one request has one id for its work, and a run whose end nobody knows is followed by another at once', async () => {
  const key = newId();
  failNext = true;
  await pay(order, key);
  await pay(order, key);
  const [first, second] = works.slice(-2);
  expect([first?.mayBeDone, second]).toEqual([false, { id: first?.id, mayBeDone: true }]);
});

test('what was put off may come again with its key as if for the first time', async () => {
  for (const refusal of [tooManyRequests(1), tooBusy(1)]) {
    const key = newId();
    refuseNext = refusal;
    expect((await pay(order, key)).statusCode).toBe(refusal.status);
    expect((await pay(order, key)).statusCode).toBe(200);
    const [first, second] = works.slice(-2);
    expect([second?.mayBeDone, second?.id === first?.id]).toEqual([false, false]);
  }
});

test('what was put off after a run whose end nobody knows keeps the id of its work', async () => {
  for (const refusal of [tooManyRequests(1), tooBusy(1)]) {
    const key = newId();
    failNext = true;
    await pay(order, key);
    refuseNext = refusal;
    expect((await pay(order, key)).statusCode).toBe(refusal.status);
    expect((await pay(order, key)).statusCode).toBe(200);
    const ids = works.slice(-3).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
  }
});

test('a wrong type is 400 with the sentence of its field; unknown keys are ignored', async () => {
  const wrong = await pay({ amount: 'five', to: {} });
  expect(wrong.statusCode).toBe(400);
  expect(wrong.json()).toEqual({
    message: 'Amount is a whole number',
    code: 'invalid_request',
    errors: { amount: 'Amount is a whole number', 'to.name': 'Name is required' },
  });
  expect((await pay({ ...order, colour: 'blue' })).statusCode).toBe(200);
});

test('a body over the limit is 413, broken JSON 400, another media type 415, an unknown address 404', async () => {
  expect((await pay({ ...order, padding: 'x'.repeat(70_000) })).statusCode).toBe(413);
  const broken = await app.inject({
    method: 'POST',
    url: '/pay',
    headers: { 'content-type': 'application/json' },
    payload: '{"a":',
  });
  expect([broken.statusCode, broken.json<{ code: string }>().code]).toEqual([400, 'invalid_json']);
  const xml = await app.inject({
    method: 'POST',
    url: '/pay',
    headers: { 'content-type': 'text/xml' },
    payload: '<a/>',
  });
  expect(xml.statusCode).toBe(415);
});

test.each(['foo', 'gzip', 'gzip, br'])(
  'a body that is no JSON, said to be compressed as %s, is 400',
  async (encoding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/pay',
      headers,
      payload: Buffer.from([31, 139, 8, 0]),
    });
    expect(statusCode).toBe(400);
  },
);

test('pages of the configured origins alone may use the API with cookies', async () => {
  const preflight = async (origin: string) =>
    await app.inject({
      method: 'OPTIONS',
      url: '/pay',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
  const own = { 'access-control-allow-origin': 'http://localhost:4001', 'access-control-allow-credentials': 'true' };
  expect((await preflight('http://localhost:4001')).headers).toMatchObject({
    ...own,
    'access-control-allow-headers': 'authorization',
  });
  const answer = await app.inject({ method: 'GET', url: '/nothing', headers: { origin: 'http://localhost:4001' } });
  expect(answer.headers).toMatchObject(own);

  for (const stranger of ['https://elsewhere.example', 'http://localhost:4001.elsewhere.example', 'null']) {
    expect((await preflight(stranger)).headers).not.toHaveProperty('access-control-allow-origin');
    const { headers } = await app.inject({ method: 'GET', url: '/nothing', headers: { origin: stranger } });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  }
});

test('pages at other ports of this machine may ask where that is allowed, without cookies', async () => {
  const local = await createHttpServer({
    log,
    allowedOrigins: ['http://localhost:4001'],
    allowsLoopback: true,
    trustProxy: false,
  });
  const askedFrom = async (origin: string) =>
    (
      await local.inject({
        method: 'OPTIONS',
        url: '/api/v1/auth/refresh',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      })
    ).headers;

  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:5173', 'http://[::1]:8080', 'http://localhost']) {
    const headers = await askedFrom(origin);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'authorization',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  }
  expect(await askedFrom('http://localhost:4001')).toMatchObject({ 'access-control-allow-credentials': 'true' });
  for (const stranger of ['http://localhost.elsewhere.example', 'http://localhost:3000.elsewhere.example', 'null']) {
    expect(await askedFrom(stranger)).not.toHaveProperty('access-control-allow-origin');
  }
  // Captured mail holds links that reset passwords.
  const mail = await local.inject({ url: '/local/mail.json', headers: { origin: 'http://localhost:3000' } });
  expect(mail.headers).not.toHaveProperty('access-control-allow-origin');
  await local.close();
});

test('what must not be logged is not', () => {
  log.info(
    { body: { password: 'Sesame99', nested: { token: 'abc.def' } }, headers: { authorization: 'Bearer xyz' } },
    'request',
  );
  const written = lines.join('');
  expect(written).not.toMatch(/Sesame99|abc\.def|Bearer xyz/);
  expect(written).toContain('[secret]');
});

test('a client that goes away in the middle of its request is noted, and is no fault', async () => {
  const before = lines.length;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST /pay HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"am');
  const told = () =>
    lines.slice(before).map((line) => JSON.parse(line) as { level: number; msg: string; err?: unknown });
  setTimeout(() => socket.resetAndDestroy(), 50);

  await expect.poll(() => told().map(({ msg }) => msg)).toEqual(['a request was aborted by its client']);
  expect(told()[0]).toMatchObject({ level: 30 });
  expect(told()[0]).not.toHaveProperty('err');
});
