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
  const heard: ServerMessage[] = [];
  let checks = 0;
  const server = createServer((socket) => {
    sockets.push(socket);
    const read = createNetstringReader();
    const say = (words: object) => socket.write(encodeNetstring(JSON.stringify(words)));
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const text of read(chunk)) {
        const message: ServerMessage = serverMessage.parse(JSON.parse(text));
        const { type } = message;
        heard.push(message);
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
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.length,
    checks: () => checks,
    heard,
    say: (words: object) => sockets.at(-1)?.write(encodeNetstring(JSON.stringify(words))),
  };
}

function connectTo(kamailio: { port: number }, decide = async () => await Promise.reject(new Error('nobody asks'))) {
  const link = connectToKamailio({
    evapi: { host: '127.0.0.1', port: kamailio.port },
    serverName: 'test',
    log: { info() {}, warn() {}, error() {} },
    lookEveryMs: 20,
    passes: (error) => error instanceof Error && error.message === 'no connection is free',
    listener: {
      decide,
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

const ask = () => ({
  type: 'call.ask',
  transactionIndex: 7,
  transactionLabel: 8,
  at: Date.now(),
  waitsMs: 30_000,
  call: '',
  user: '',
  dialled: '',
  sipCallId: 'a',
  fromTag: 'b',
  connection: '',
});

test.each([
  ['for what passes', 'no connection is free', 503, 'engine_unavailable'],
  ['for a fault', 'no such column', 500, 'server_error'],
])('an ask that is not decided %s is refused as one', async (_why, message, status, reason) => {
  const kamailio = await aKamailio({ words: CHECKED });
  const link = connectTo(kamailio, async () => await Promise.reject(new Error(message)));
  await expect.poll(() => link.isConnected()).toBe(true);

  kamailio.say(ask());

  await expect.poll(() => kamailio.heard.find(({ type }) => type === 'call.answer')).toMatchObject({ status, reason });
});

test('an ask whose caller has given up is not decided, and one whose engine waits for longer is', async () => {
  const kamailio = await aKamailio({ words: CHECKED });
  const decided: number[] = [];
  const link = connectTo(kamailio, async () => {
    decided.push(1);
    return await Promise.reject(new Error('decided'));
  });
  await expect.poll(() => link.isConnected()).toBe(true);

  const at = Date.now() - 10_000;
  kamailio.say({ ...ask(), at, waitsMs: 3_000 });
  kamailio.say({ ...ask(), at, transactionIndex: 9 });

  const answers = () => kamailio.heard.filter(({ type }) => type === 'call.answer');
  await expect.poll(answers).toHaveLength(1);
  expect(answers()[0]).toMatchObject({ transactionIndex: 9 });
  expect(decided).toHaveLength(1);
});
