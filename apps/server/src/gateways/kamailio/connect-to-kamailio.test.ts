import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type ServerMessage, serverMessage } from '@farline/contracts/voice-engine';
import { afterEach, expect, test } from 'vitest';
import { connectToKamailio } from './connect-to-kamailio.ts';
import { createNetstringReader, encodeNetstring } from './netstring.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A Kamailio that greets, and answers `line.check` with the words that the test gives; null: it stands still. */
async function aKamailio(answer: { words: object | null }) {
  const sockets: Socket[] = [];
  let checks = 0;
  const server = createServer((socket) => {
    sockets.push(socket);
    const read = createNetstringReader();
    const say = (words: object) => socket.write(encodeNetstring(JSON.stringify(words)));
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const text of read(chunk)) {
        const { type }: { type: ServerMessage['type'] } = serverMessage.parse(JSON.parse(text));
        if (type === 'server.hello' && answer.words !== null) say({ type: 'engine.hello', epoch: 'one' });
        if (type !== 'line.check') continue;
        checks += 1;
        if (answer.words !== null) say(answer.words);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => sockets.length, checks: () => checks };
}

function connectTo(kamailio: { port: number }) {
  const link = connectToKamailio({
    evapi: { host: '127.0.0.1', port: kamailio.port },
    serverName: 'test',
    log: { info() {}, warn() {}, error() {} },
    lookEveryMs: 20,
    listener: {
      decide: () => Promise.reject(new Error('nobody asks')),
      receive: () => Promise.reject(new Error('nobody asks')),
      phoneSecret: () => Promise.reject(new Error('nobody asks')),
      messagesWaiting: async () => '',
      hasPushes: async () => false,
      notePush: () => Promise.reject(new Error('nobody asks')),
      record: async () => undefined,
      socketClosed: () => undefined,
      connected: () => undefined,
    },
  });
  closing.unshift(async () => await link.close());
  return link;
}

const CHECKED = { type: 'line.checked', mark: 0 };

test('a Kamailio that stands still is not connected, and is again when it goes on', async () => {
  const answer: { words: object | null } = { words: CHECKED };
  const kamailio = await aKamailio(answer);
  const link = connectTo(kamailio);
  await expect.poll(() => link.isConnected()).toBe(true);

  answer.words = null;
  await expect.poll(() => link.isConnected()).toBe(false);
  await expect.poll(() => kamailio.connections()).toBeGreaterThan(1);
  expect(link.isConnected()).toBe(false);

  answer.words = CHECKED;
  await expect.poll(() => link.isConnected(), { timeout: 10_000 }).toBe(true);
});

test.each([
  ['answers', CHECKED],
  ['is too busy to answer, and says other things', { type: 'socket.closed', connection: '127.0.0.1:1', at: 1 }],
])('a Kamailio that %s stays connected', async (_what, words) => {
  const kamailio = await aKamailio({ words });
  const link = connectTo(kamailio);

  await expect.poll(() => kamailio.checks(), { timeout: 10_000 }).toBeGreaterThan(20);

  expect(link.isConnected()).toBe(true);
  expect(kamailio.connections()).toBe(1);
});
