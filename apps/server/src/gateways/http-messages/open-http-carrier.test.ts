import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { aCertificate } from '../../testing/a-certificate.ts';
import { aMessage, httpWorld, plainProvider } from './testing/http-world.ts';
import { type Answering, json, reset, silent, text } from './testing/stand-in-provider.ts';

const refused = { outcome: 'refused', status: 'HTTP 400 bad number' };
const unknown = { outcome: 'unknown' };
const HUGE = 'x'.repeat(100_000);
/** One octet at a time, and never the last one. */
const drip: Answering = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 10);
  response.on('close', () => clearInterval(timer));
};
const halfAnAnswer: Answering = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('{"id":"id-1"', () => response.socket?.resetAndDestroy());
};

test('what is taken has the id of the provider, and is asked for once', async () => {
  const { carrier, asked } = await httpWorld({ usually: json(201, { id: 'abc', parts: 1 }) });
  expect(await carrier.submit(aMessage({ text: '{to} "quoted" 字 {password}' }))).toEqual({
    outcome: 'accepted',
    carrierMessageId: 'abc',
    segments: 1,
  });
  expect(asked).toMatchObject([{ method: 'POST', path: '/send', headers: { authorization: 'Bearer a secret' } }]);
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ to: '+447700900123', text: '{to} "quoted" 字 {password}' });
});

test.each<[string, Answering, unknown]>([
  ['4xx', json(400, { error: 'bad number' }), refused],
  ['4xx in HTML', text(403, '<html>'), { outcome: 'refused', status: 'HTTP 403' }],
  ['4xx that does not end', text(404, HUGE), { outcome: 'refused', status: 'HTTP 404' }],
  ['an error in 200', json(200, { error: 'bad number' }), { outcome: 'refused', status: 'HTTP 200 bad number' }],
  ['an error that may pass', json(400, { error: 'busy' }), { outcome: 'later', why: 'HTTP 400 busy' }],
  ['429', json(429, {}), { outcome: 'later', why: 'HTTP 429' }],
  ['401', json(401, {}), { outcome: 'later', why: 'HTTP 401' }],
  ['503 with Retry-After', json(503, {}, { 'retry-after': '5' }), { outcome: 'later', why: 'HTTP 503' }],
  ['503 alone', json(503, {}), unknown],
  ['500', json(500, { error: 'oops' }), unknown],
  ['502 in HTML', text(502, '<html>'), unknown],
  ['408', json(408, {}), unknown],
  ['200 in HTML', text(200, '<html>It works!</html>'), unknown],
  ['200 that is HTML by its type alone', text(200, '{"id":"x"}'), { outcome: 'accepted', carrierMessageId: 'x' }],
  ['200 without an id', json(200, { ok: true }), unknown],
  ['200 with an id of another kind', json(200, { id: { a: 1 } }), unknown],
  ['200 with an id that no log should hold', json(200, { id: 'a\nb' }), unknown],
  ['200 that is too long', json(200, { id: 'x', HUGE }), unknown],
  ['200 that is cut off', halfAnAnswer, unknown],
  ['204', text(204, ''), unknown],
  ['a redirect elsewhere', text(307, '', { location: 'http://127.0.0.1:9/' }), { outcome: 'later', why: 'HTTP 307' }],
  ['a redirect to a page', text(302, '', { location: 'http://127.0.0.1:9/' }), unknown],
  ['a connection that dies', reset, unknown],
  ['what is no HTTP', (response) => void response.socket?.end('Hello, who is there?\r\n\r\n'), unknown],
  ['a header without an end', json(200, { id: 'x' }, { 'x-long': HUGE }), unknown],
])('%s is understood, and the provider asked once', async (_, answering, expected) => {
  const { carrier, asked } = await httpWorld({ usually: answering });
  expect(await carrier.submit(aMessage())).toEqual(expected);
  expect(asked).toHaveLength(1);
});

test.each([
  ['says nothing', silent],
  ['drips', drip],
])('a provider that %s is waited for so long, and may have taken it', async (_, answering) => {
  const { carrier, asked } = await httpWorld({ usually: answering, answerMs: 150 });
  expect(await carrier.submit(aMessage())).toEqual(unknown);
  await expect.poll(() => asked.length).toBe(1);
});

test('where nobody listens nothing has left: it may be tried again, and the carrier rests', async () => {
  const world = await httpWorld({ settings: { provider: plainProvider('http://127.0.0.1:9/send') } });
  expect(await world.carrier.submit(aMessage())).toEqual({ outcome: 'later', why: 'ECONNREFUSED' });
  expect(world.carrier.isBound()).toBe(false);
  expect(world.changes).toEqual(['unbound: ECONNREFUSED']);
});

test('a password that no header can have is not sent, and not told', async () => {
  const { carrier, asked, changes } = await httpWorld({ settings: { password: 'a\nb' } });
  expect(await carrier.submit(aMessage())).toEqual({ outcome: 'later', why: 'the request cannot be written' });
  expect(asked).toHaveLength(0);
  expect(changes.join()).not.toContain('a\nb');
});

test('a TLS connection that never opens has taken nothing along', async () => {
  const mute = createServer((socket) => void socket.resume());
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const { port } = mute.address() as AddressInfo;
  const provider = plainProvider(`https://127.0.0.1:${port}/send`);
  const { carrier } = await httpWorld({ settings: { provider }, connectMs: 150 });
  expect(await carrier.submit(aMessage())).toEqual({ outcome: 'later', why: 'no connection in time' });
  await new Promise((resolve) => mute.close(resolve));
});

test.each([
  ['of nobody whom we know', 'IP:127.0.0.1', null],
  ['for another name', 'DNS:carrier.example', 'own'],
])('a provider with a certificate %s is given nothing', async (_, name, trusted) => {
  const tls = aCertificate(name);
  const { carrier, asked } = await httpWorld({ tls, ...(trusted === null ? {} : { ca: tls.cert }) });
  expect(await carrier.submit(aMessage())).toMatchObject({ outcome: 'later' });
  expect(asked).toHaveLength(0);
});

test('a provider with a certificate for its name is posted to, again and again', async () => {
  const tls = aCertificate('IP:127.0.0.1');
  const { carrier, asked } = await httpWorld({ tls, ca: tls.cert });
  for (const _ of [1, 2]) expect(await carrier.submit(aMessage())).toMatchObject({ outcome: 'accepted' });
  expect(asked).toHaveLength(2);
});

test('after Retry-After it is asked again, and not before', async () => {
  const { carrier, time, answers, asked, changes } = await httpWorld();
  answers.push(json(429, {}, { 'retry-after': '30' }));
  await carrier.submit(aMessage());
  time.now += 29_999;
  expect(carrier.isBound()).toBe(false);
  expect(await carrier.submit(aMessage())).toEqual({ outcome: 'later', why: 'it is not asked now' });
  time.now += 1;
  expect(carrier.isBound()).toBe(true);
  expect(await carrier.submit(aMessage())).toMatchObject({ outcome: 'accepted' });
  expect(asked).toHaveLength(2);
  expect(changes).toEqual(['unbound: HTTP 429', 'bound: it answers']);
});

test('a Retry-After of a date is respected, and one of a year is not', async () => {
  const { carrier, time, answers } = await httpWorld();
  answers.push(
    json(503, {}, { 'retry-after': new Date(time.now + 20_000).toUTCString() }),
    json(429, {}, { 'retry-after': '31536000' }),
  );
  await carrier.submit(aMessage());
  time.now += 19_000;
  expect(carrier.isBound()).toBe(false);
  time.now += 1_000;
  await carrier.submit(aMessage());
  time.now += 15 * 60_000;
  expect(carrier.isBound()).toBe(true);
});

test('with an idempotency key what was lost is asked for once more, under the same key', async () => {
  const provider = { request: { idempotencyHeader: 'Idempotency-Key' } };
  const { carrier, answers, asked } = await httpWorld({ provider });
  answers.push(reset);
  expect(await carrier.submit(aMessage())).toEqual({ outcome: 'accepted', carrierMessageId: 'id-1' });
  const keys = asked.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test('a refusal of the second try says nothing of the first', async () => {
  const provider = { request: { idempotencyHeader: 'Idempotency-Key' } };
  const { carrier, answers, asked } = await httpWorld({ provider, usually: json(422, { error: 'key used' }) });
  answers.push(reset);
  expect(await carrier.submit(aMessage())).toEqual(unknown);
  expect(asked).toHaveLength(2);
});

test('no more requests are under way than the window has, and all are answered', async () => {
  const held: (() => void)[] = [];
  const { carrier, asked } = await httpWorld({
    settings: { window: 2 },
    usually: (response) =>
      held.push(() => json(200, { id: 'x' })(response, { method: '', path: '', headers: {}, body: '' })),
  });
  const all = Promise.all([1, 2, 3, 4, 5].map(async () => await carrier.submit(aMessage())));
  for (let answered = 0; answered < 5; answered++) {
    await expect.poll(() => held.length).toBeGreaterThan(answered);
    expect(asked.length - answered).toBeLessThanOrEqual(2);
    held[answered]?.();
  }
  expect(new Set((await all).map(({ outcome }) => outcome))).toEqual(new Set(['accepted']));
});

test('what is under way when it closes may have been taken', async () => {
  const { carrier, asked } = await httpWorld({ usually: silent });
  const submitted = carrier.submit(aMessage());
  await expect.poll(() => asked.length).toBe(1);
  await carrier.close();
  expect(await submitted).toEqual(unknown);
});

test('one that closes asks nobody any more', async () => {
  const { carrier, asked } = await httpWorld();
  await carrier.close();
  expect(carrier.isBound()).toBe(false);
  expect(await carrier.submit(aMessage())).toEqual({ outcome: 'later', why: 'it is not asked now' });
  expect(asked).toHaveLength(0);
});
