import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addUploads, uploadedFile } from './http-files.ts';

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
