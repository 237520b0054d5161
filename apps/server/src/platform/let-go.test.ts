import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createHttpServer, listenOn } from './http-server.ts';
import { createLog } from './log.ts';

const listening = async () => {
  const app = await createHttpServer({ log: createLog('silent'), allowedOrigins: [], trustProxy: false });
  app.get('/slow', async (request) => {
    app.server.emit('slow', request);
    await new Promise(() => undefined);
  });
  return { app, port: await listenOn(app, { addresses: ['127.0.0.1'], port: 0 }) };
};

test('a server stops at once though somebody has a line open and says nothing', async () => {
  const { app, port } = await listening();
  const silent = connect(port, '127.0.0.1');
  await once(app.server, 'connection');
  const gone = once(silent, 'close');
  await app.close();
  await gone;
});

test('a server stops though a request never ends', async () => {
  const { app, port } = await listening();
  const asked = once(app.server, 'slow');
  const answer = fetch(`http://127.0.0.1:${port}/slow`).catch((error: unknown) => error);
  await asked;
  await app.close();
  expect(await answer).toBeInstanceOf(Error);
});
