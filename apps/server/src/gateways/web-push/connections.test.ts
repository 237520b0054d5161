import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createWebPush, type PushMessage } from './index.ts';

const AT_ONCE = 16;
const browser = createECDH('prime256v1');
const p256dh = browser.generateKeys().toString('base64url');
const auth = randomBytes(16).toString('base64url');
const MESSAGE: PushMessage = { payload: '{}', ttlSeconds: 60, isUrgent: false, topic: 'topic' };

/** A push service that answers nobody until the test does; and what sends to it, by the path that says what it is. */
async function aSilentService(timeouts: { answerMs?: number; connectionMs?: number } = {}) {
  const asked: { path: string; response: ServerResponse }[] = [];
  const server = createServer((request, response) => void asked.push({ path: request.url ?? '', response }));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  const push = createWebPush({ subject: 'mailto:somebody@example.org', ownServices: [origin], ...timeouts });
  const keys = push.newKeys();
  const send = async (path: string, over: Partial<PushMessage> = {}) =>
    await push.sendPush({ endpoint: `${origin}${path}`, p256dh, auth }, { ...MESSAGE, ...over }, keys);
  /** Ordinary ones, on all the connections that there are for them. */
  const fill = async () => {
    const outcomes = Array.from({ length: AT_ONCE }, async (_, place) => await send(`/ordinary/${place}`));
    await expect.poll(() => asked.length).toBe(AT_ONCE);
    return outcomes;
  };
  const wake = async (path: string) =>
    await push.sendWaking(`${origin}${path}`, { ttlSeconds: 60, isUrgent: true, topic: 'topic' }, keys);
  return { asked, send, wake, fill, paths: () => asked.map(({ path }) => path) };
}

test('a call, and the waking of a telephone, wait behind nothing else at a push service that is silent', async () => {
  const service = await aSilentService();
  const ordinary = await service.fill();
  const others = [service.send('/call', { isOfCall: true }), service.wake('/waking')];
  await expect.poll(() => service.paths().slice(AT_ONCE).toSorted()).toEqual(['/call', '/waking']);
  for (const { response } of service.asked) response.writeHead(201).end();
  expect(await Promise.all([...ordinary, ...others])).toEqual(
    Array.from({ length: AT_ONCE + 2 }, () => ({ state: 'taken' })),
  );
});

test('what waits for a connection has all of its time once it has one', async () => {
  const service = await aSilentService({ answerMs: 1_500, connectionMs: 60_000 });
  const first = await service.fill();
  const second = Array.from({ length: AT_ONCE }, async (_, place) => await service.send(`/second/${place}`));
  const last = service.send('/last');
  expect(await Promise.all([...first, ...second])).toEqual(
    Array.from({ length: 2 * AT_ONCE }, () => ({ state: 'later', why: 'no answer in time', afterMs: null })),
  );
  await expect.poll(() => service.paths().at(-1)).toBe('/last');
  service.asked.at(-1)?.response.writeHead(201).end();
  expect(await last).toEqual({ state: 'taken' });
});

test('what gets no connection in time was never asked for, and comes again later', async () => {
  const service = await aSilentService({ answerMs: 60_000, connectionMs: 20 });
  void (await service.fill());
  const outcome = await service.send('/last');
  expect(outcome).toEqual({ state: 'later', why: 'no connection in time', afterMs: null, wasAsked: false });
  expect(service.paths()).not.toContain('/last');
});
