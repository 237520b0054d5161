import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createHttpServer, listenOn } from './http-server.ts';
import { createLog } from './log.ts';

const ADDRESSES = ['127.0.0.1', '127.0.0.2'];

const listening = async () => {
  const app = await createHttpServer({ log: createLog('silent'), allowedOrigins: [], trustProxy: false });
  const answer = Promise.withResolvers<string>();
  app.get('/slow', async (request) => {
    app.server.emit('slow', request);
    return await answer.promise;
  });
  app.get('/live', { websocket: true }, () => undefined);
  return { app, answer: answer.resolve, port: await listenOn(app, { addresses: ADDRESSES, port: 0 }) };
};

test.concurrent.each(ADDRESSES)(
  'a server stops at once though somebody has a line to %s open and says nothing',
  async (host) => {
    const { app, port } = await listening();
    const opened = once(app.server, 'connection');
    const silent = connect(port, host);
    await opened;
    const gone = once(silent, 'close');
    await app.close();
    await gone;
  },
);

test.concurrent.each(ADDRESSES)('a server stops though a request to %s never ends', async (host) => {
  const { app, port } = await listening();
  const asked = once(app.server, 'slow');
  const answer = fetch(`http://${host}:${port}/slow`).catch((error: unknown) => error);
  await asked;
  await app.close();
  expect(await answer).toBeInstanceOf(Error);
});

test.concurrent.each(ADDRESSES)(
  'a server stops though a live line to %s is held by somebody who has vanished',
  async (host) => {
    const { app, port } = await listening();
    const vanished = connect(port, host);
    vanished.write(
      `GET /live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    const [switched] = await once(vanished, 'data');
    expect(String(switched)).toContain('101 Switching Protocols');
    const gone = once(vanished, 'close');
    await app.close();
    await gone;
  },
);

test('requests under way when a server stops are answered, whichever address they came to', async ({ expect }) => {
  const { app, answer, port } = await listening();
  const answers = [];
  for (const host of ADDRESSES) {
    const asked = once(app.server, 'slow');
    answers.push(ask(`http://${host}:${port}/slow`));
    await asked;
  }

  const closed = app.close();
  await expect.poll(() => app.server.listening, { interval: 5, timeout: 20_000 }).toBe(false);
  answer('done');

  expect(await Promise.all(answers)).toEqual(ADDRESSES.map(() => ({ status: 200, body: 'done' })));
  await closed;
});

async function ask(url: string): Promise<{ status: number | undefined; body: string }> {
  const [response] = await once(get(url, { agent: false }), 'response');
  return { status: response.statusCode, body: await text(response) };
}
