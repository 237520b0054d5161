import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpServer } from './http-server.ts';
import { createLog } from './log.ts';
import { addUploads, ARRIVAL, partOf, uploadedFile } from './http-files.ts';

const MOST_BYTES = 10;

/** How a server answers a file that comes in these pieces, each when the one before has been read. */
async function answer(pieces: string[]): Promise<unknown> {
  const app = Fastify();
  await addUploads(app);
  app.post('/', async (request) => {
    const { bytes } = await uploadedFile(request, { mostBytes: MOST_BYTES });
    return bytes.toString();
  });
  const reply = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Readable.from(
      slowly(['--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n', ...pieces, '\r\n--b--\r\n']),
    ),
  });
  await app.close();
  return { status: reply.statusCode, body: reply.body };
}

async function* slowly(pieces: string[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield Buffer.from(piece);
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  }
}

test('a file of the most bytes is taken whole', async () => {
  expect(await answer(['12345', '67890'])).toEqual({ status: 200, body: '1234567890' });
});

test.each([[['12345678901']], [['1234567890', '1']], [['12345', '67890', '12345']]])(
  'a file beyond them is refused, never taken cut, wherever its pieces end: %j',
  async (pieces) => {
    expect(await answer(pieces)).toMatchObject({ status: 413 });
  },
);

test('a file whose sender is gone before it is read is refused, and nobody waits for it', async () => {
  const app = Fastify();
  onTestFinished(async () => await app.close());
  await addUploads(app);
  const refusal = Promise.withResolvers<unknown>();
  app.post('/', async (request) => {
    client.destroy();
    await new Promise((resolve) => request.raw.once('close', resolve));
    await uploadedFile(request, { mostBytes: MOST_BYTES }).catch(refusal.resolve);
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const client = connect(Number(port), '127.0.0.1');
  client.write(
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 99\r\n\r\n--b',
  );
  expect(await refusal.promise).toMatchObject({ status: 400, errors: { file: expect.any(String) } });
});

/** What a server that bears a tenth of a second of silence says to whoever sends this and then waits. */
async function answerTo(sent: string): Promise<string> {
  const app = Fastify({ ...ARRIVAL, connectionTimeout: 100 });
  onTestFinished(async () => await app.close());
  await addUploads(app);
  app.post('/', async (request) => {
    await once(request.raw.socket, 'timeout');
    return 'an answer';
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const client = connect(Number(port), '127.0.0.1');
  client.write(`POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/plain\r\n${sent}`);
  return await text(client);
}

test('a file may take minutes to arrive, its head and a silence half of one', async () => {
  const { server } = await createHttpServer({ log: createLog('silent'), allowedOrigins: [], trustProxy: false });
  const tenMegabytesSlowlySeconds = (10 * 1024 * 1024 * 8) / 384_000;
  expect(server.requestTimeout).toBeGreaterThan(tenMegabytesSlowlySeconds * 1000);
  expect([server.headersTimeout, server.timeout]).toEqual([30_000, 30_000]);
});

test('a request whose body falls silent is cut off', async () => {
  expect(await answerTo('content-length: 5\r\n\r\nhel')).toBe('');
});

test('an answer may take its time once the request is there', async () => {
  expect(await answerTo('content-length: 5\r\n\r\nhello')).toContain('an answer');
});

test.each([
  [undefined, 200, undefined, 'abcdef'],
  ['bytes=0-1', 206, 'bytes 0-1/6', 'ab'],
  ['bytes=2-', 206, 'bytes 2-5/6', 'cdef'],
  ['bytes=4-99', 206, 'bytes 4-5/6', 'ef'],
  ['bytes=-2', 206, 'bytes 4-5/6', 'ef'],
  ['bytes=-99', 206, 'bytes 0-5/6', 'abcdef'],
  ['bytes=6-', 416, 'bytes */6', ''],
  ['bytes=-0', 416, 'bytes */6', ''],
  ['bytes=3-2', 200, undefined, 'abcdef'],
  ['bytes=0-1,3-4', 200, undefined, 'abcdef'],
  ['bytes=-', 200, undefined, 'abcdef'],
  ['words=0-1', 200, undefined, 'abcdef'],
])('of six bytes, the range %s is answered %i %s', async (range, status, contentRange, body) => {
  const app = Fastify();
  app.get('/', async (request, reply) => partOf(reply, Buffer.from('abcdef'), request.headers.range));
  const reply = await app.inject({ url: '/', headers: range === undefined ? {} : { range } });
  await app.close();
  expect([reply.statusCode, reply.headers['content-range'], reply.body]).toEqual([status, contentRange, body]);
  expect(reply.headers['accept-ranges']).toBe('bytes');
});
