import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startApp } from '../app.ts';
import { queueMail } from '../modules/accounts/index.ts';
import { inTransaction } from '../platform/database.ts';
import { apiCustomer } from './api-customer.ts';
import { testConfig } from './test-app.ts';
import { testDatabase } from './test-database.ts';

const { database, url } = await testDatabase();
const mailServer = await silentMailServer();

test('a server that stops while a mail server keeps it waiting answers what is under way, and takes its leave', async () => {
  const app = await startApp(testConfig(url, { FARLINE_ROLES: 'api,worker', SMTP_URL: mailServer.url }));
  const origin = `http://127.0.0.1:${app.port}`;
  const customer = await apiCustomer({ origin, database });
  const live = await liveLine(origin, customer.token);
  const asksMailServer = mailServer.nextConnection();
  await inTransaction(database, async (tx) => {
    await queueMail(tx, { userId: customer.userId, subject: 'Hello', body: 'Hello.', at: new Date() });
  });
  const mailLine = await asksMailServer;
  const underWay = await profileChange(origin, customer.token);

  const stopped = app.stop();
  const [code] = await once(live, 'close');
  expect(code).toBe(1001);
  await expect.poll(async () => await isListening(app.port ?? 0), { timeout: 20_000 }).toBe(false);
  expect(await underWay.finish({ firstName: 'Grace' })).toMatchObject({
    status: 200,
    body: { user: { firstName: 'Grace' } },
  });

  await stopped;
  // Nobody waited until the mail server was given up.
  expect(mailLine.readyState).toBe('open');
});

/** A request whose head has come to the server, and whose body it waits for. */
async function profileChange(origin: string, token: string) {
  const asked = request(`${origin}/api/v1/auth/profile`, {
    method: 'PATCH',
    agent: false,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'transfer-encoding': 'chunked',
      expect: '100-continue',
    },
  });
  const response = once(asked, 'response');
  asked.flushHeaders();
  await once(asked, 'continue');
  return {
    finish: async (body: object) => {
      asked.end(JSON.stringify(body));
      const [answer] = await response;
      return { status: answer.statusCode, body: await json(answer) };
    },
  };
}

async function liveLine(origin: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'hello', token }));
  const [ready] = await once(socket, 'message');
  expect(JSON.parse(String(ready))).toMatchObject({ type: 'ready' });
  return socket;
}

async function isListening(port: number): Promise<boolean> {
  const line = connect(port, '127.0.0.1');
  return await once(line, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => line.destroy());
}

/** It takes every connection, and never says a word. */
async function silentMailServer() {
  const lines = new Set<Socket>();
  const server = createServer((socket) => {
    lines.add(socket);
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    for (const line of lines) line.destroy();
    server.close();
  });
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nextConnection: async (): Promise<Socket> => (await once(server, 'connection'))[0],
  };
}
