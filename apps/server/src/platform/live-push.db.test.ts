import { once } from 'node:events';
import type { LiveServerMessage } from '@farline/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { testDatabase } from '../testing/test-database.ts';
import { systemClock } from './clock.ts';
import { createDispatcher, publish } from './events.ts';
import { createHttpServer, listenOn } from './http-server.ts';
import { newId } from './ids.ts';
import { addLivePush } from './live-push.ts';
import { createLog } from './log.ts';

const { database } = await testDatabase();
const log = createLog('silent');
const dispatcher = createDispatcher(database, log);
const app = await createHttpServer({ log, allowedOrigins: ['http://localhost:4001'], trustProxy: false });
/** Sessions that were ended from elsewhere. */
const ended = new Set<string>();
/** Until so many have said hello for an account, none of them is let in. */
const together = new Map<string, { missing: number; complete: PromiseWithResolvers<void> }>();
const waitForOthers = async (accountId: string) => {
  const group = together.get(accountId);
  if (group === undefined) return;
  group.missing -= 1;
  if (group.missing === 0) group.complete.resolve();
  await group.complete.promise;
};
/** Accounts whose events are as long as a long list. */
const lengthy = new Set<string>();
const LENGTH = 128 * 1024;
/** Whom an event was put into words for, each time. */
const shownTo: string[] = [];
const PINGS = 1_000;
/** Whoever has such a token may say who they are, with many others, at any time. */
const open = {
  admit: () => ({ admitted: true }) as const,
  signerOf: async (token: string) => (token === 'wrong' ? null : token),
  clock: systemClock,
  hellosAtOnce: 50,
};
const push = addLivePush(app, {
  database,
  dispatcher,
  log,
  ...open,
  // The token of these tests is the account's id.
  authenticate: async (token) => {
    await waitForOthers(token);
    return token.length === 36
      ? {
          identity: { userId: token, accountId: token, sessionId: token, role: 'customer' },
          expiresAt: new Date(Date.now() + 60_000),
        }
      : null;
  },
  isSignedIn: async ({ sessionId }) => !ended.has(sessionId),
  view: async (event, viewer) => {
    shownTo.push(viewer.userId);
    const length = lengthy.has(event.accountId ?? '') ? LENGTH : 0;
    const money = { amount: `${event.subjectId}.0000`.padEnd(length, '0'), currency: 'USD' };
    return { type: 'wallet.changed', wallet: { balance: money, held: money, available: money } };
  },
});
let url = '';

beforeAll(async () => {
  await dispatcher.start();
  url = `ws://127.0.0.1:${await listenOn(app, { addresses: ['127.0.0.1'], port: 0 })}/ws`;
});
afterAll(async () => {
  push.stop();
  await dispatcher.stop();
  await app.close();
});

function connect(hello: { token: string; after?: number }, origin?: string) {
  const socket = new WebSocket(url, origin === undefined ? {} : { origin });
  const received: LiveServerMessage[] = [];
  const waiting: { until: (all: LiveServerMessage[]) => boolean; resolve: () => void }[] = [];
  socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', ...hello })));
  socket.on('message', (bytes: Buffer) => {
    received.push(JSON.parse(bytes.toString()) as LiveServerMessage);
    for (const wait of waiting) if (wait.until(received)) wait.resolve();
  });
  return {
    socket,
    received,
    when: async (until: (all: LiveServerMessage[]) => boolean) => {
      if (until(received)) return;
      await new Promise<void>((resolve) => waiting.push({ until, resolve }));
    },
    amounts: () =>
      received.flatMap((message) =>
        message.type === 'event' && message.event.type === 'wallet.changed'
          ? [Number(message.event.wallet.balance.amount)]
          : [],
      ),
    last: () =>
      received.reduce((last, message) => ('position' in message ? Math.max(last, message.position) : last), 0),
  };
}
const isReady = (all: LiveServerMessage[]) => all.some((message) => message.type === 'ready');
const eventCount = (count: number) => (all: LiveServerMessage[]) =>
  all.filter((message) => message.type === 'event').length >= count;
const happen = async (accountId: string, subject: number) =>
  await publish(database, { type: 'wallet.changed', accountId, subjectId: String(subject) });

test('a socket killed in the middle resumes: nothing is missing and nothing comes twice', async () => {
  const accountId = newId();
  const first = connect({ token: accountId });
  await first.when(isReady);
  for (let subject = 1; subject <= 10; subject++) await happen(accountId, subject);
  await first.when(eventCount(4));
  first.socket.terminate();
  const seen = first.amounts();
  const after = first.last();
  for (let subject = 11; subject <= 20; subject++) await happen(accountId, subject);

  const second = connect({ token: accountId, after });
  await happen(accountId, 21);
  await second.when((all) => eventCount(21 - seen.length)(all));
  expect(second.received[0]).toMatchObject({ type: 'ready', resumed: true });
  expect([...seen, ...second.amounts()]).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  second.socket.terminate();
});

test('windows of an account that open at once all hear what happens, put into words once, and no more than twenty are let in', async () => {
  const accountId = newId();
  together.set(accountId, { missing: 21, complete: Promise.withResolvers() });
  const windows = Array.from({ length: 21 }, () => connect({ token: accountId }));
  await Promise.all(windows.map(async (window) => await window.when((all) => all.length > 0)));
  const first = windows.map(({ received }) => received[0]?.type);
  expect(first.filter((type) => type === 'refused')).toHaveLength(1);

  await happen(accountId, 1);
  const open = windows.filter(({ received }) => isReady(received));
  await Promise.all(open.map(async (window) => await window.when(eventCount(1))));
  expect(open).toHaveLength(20);
  const before = shownTo.length;
  await happen(accountId, 2);
  await Promise.all(open.map(async (window) => await window.when(eventCount(2))));
  expect(shownTo.slice(before).filter((userId) => userId === accountId)).toHaveLength(1);
  for (const { socket } of windows) socket.terminate();
});

test('nobody hears of another account', async () => {
  const [ours, theirs] = [newId(), newId()];
  const client = connect({ token: ours });
  await client.when(isReady);
  await happen(theirs, 1);
  await happen(ours, 2);
  await client.when(eventCount(1));
  expect(client.amounts()).toEqual([2]);
  client.socket.terminate();
});

test('a position nobody gave means: ask for everything again', async () => {
  const client = connect({ token: newId(), after: 999_999_999 });
  await client.when(isReady);
  expect(client.received[0]).toMatchObject({ type: 'ready', resumed: false });
  client.socket.terminate();
});

test('a wrong token is refused and the socket closed; so is a page of another origin', async () => {
  const client = connect({ token: 'wrong' });
  await new Promise((resolve) => client.socket.on('close', resolve));
  expect(client.received).toEqual([expect.objectContaining({ type: 'refused', code: 'unauthorized' })]);

  const foreign = connect({ token: newId() }, 'http://evil.example');
  const status = await new Promise((resolve) =>
    foreign.socket.on('unexpected-response', (_request, response) => resolve(response.statusCode)),
  );
  expect(status).toBe(403);
});

test('a session that was ended from elsewhere hears nothing more, and its socket is closed', async () => {
  const accountId = newId();
  const client = connect({ token: accountId });
  await client.when(isReady);
  const closed = new Promise((resolve) => client.socket.on('close', resolve));
  ended.add(accountId);
  await happen(accountId, 1);
  await closed;

  expect(client.amounts()).toEqual([]);
  expect(client.received.at(-1)).toMatchObject({ type: 'refused', code: 'session_ended' });
});

test('whoever does not say who they are is cut off in time, however often they ping', async () => {
  const server = await createHttpServer({ log, allowedOrigins: [], trustProxy: false });
  const quick = addLivePush(server, {
    database,
    dispatcher,
    log,
    ...open,
    helloWithinMs: 300,
    authenticate: async () => null,
    isSignedIn: async () => false,
    view: async () => null,
  });
  const port = await listenOn(server, { addresses: ['127.0.0.1'], port: 0 });
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  const pings = setInterval(() => socket.readyState === socket.OPEN && socket.send('{"type":"ping"}'), 20);
  const pongs: unknown[] = [];
  socket.on('message', (bytes: Buffer) => void pongs.push(JSON.parse(bytes.toString())));
  await once(socket, 'close');
  clearInterval(pings);

  expect(pongs).toContainEqual({ type: 'pong' });
  quick.stop();
  await server.close();
});

/** One who reads nothing, to whom more was said than the kernel takes for it; `there`: its socket at the server. */
async function slowReader() {
  const accountId = newId();
  lengthy.add(accountId);
  const quick = connect({ token: accountId });
  await quick.when(isReady);
  const before = new Set(app.websocketServer.clients);
  const slow = connect({ token: accountId });
  await slow.when(isReady);
  slow.socket.pause();
  const [there] = [...app.websocketServer.clients].filter((each) => !before.has(each));
  if (there === undefined) throw new Error('the slow one is connected');
  let said = 0;
  const sayMore = async () => {
    await happen(accountId, ++said);
    await quick.when(eventCount(said));
  };
  for (; there.bufferedAmount === 0; await sayMore());
  return { quick, slow, there, sayMore, said: () => said };
}

test('whoever reads nothing is cut off, and another window of the account hears everything', async () => {
  const { quick, slow, there, sayMore, said } = await slowReader();
  while (there.readyState === WebSocket.OPEN) await sayMore();
  await sayMore();

  expect(quick.amounts()).toEqual(Array.from({ length: said() }, (_, place) => place + 1));
  const closed = once(slow.socket, 'close');
  slow.socket.resume();
  await closed;
  quick.socket.terminate();
});

test('whoever pings and reads nothing is answered no more, so that no answers pile up', async () => {
  const { quick, slow, there } = await slowReader();
  let heard = 0;
  const waiting = there.bufferedAmount;
  there.on('message', () => void (heard += 1));
  for (let ping = 0; ping < PINGS; ping++) slow.socket.send('{"type":"ping"}');
  await expect.poll(() => heard).toBe(PINGS);

  // What the kernel takes meanwhile makes it less.
  expect(there.bufferedAmount).toBeLessThanOrEqual(waiting);
  slow.socket.terminate();
  quick.socket.terminate();
});

test('an address has so many sockets that nobody owns, and the next is refused', async () => {
  const server = await createHttpServer({ log, allowedOrigins: [], trustProxy: false });
  const counted = addLivePush(server, {
    database,
    dispatcher,
    log,
    ...open,
    networkOf: (address: string) => address,
    authenticate: async () => null,
    isSignedIn: async () => false,
    view: async () => null,
  });
  const port = await listenOn(server, { addresses: ['127.0.0.1'], port: 0 });
  const sockets = Array.from({ length: 30 }, () => new WebSocket(`ws://127.0.0.1:${port}/ws`));
  await Promise.all(sockets.map(async (socket) => await once(socket, 'open')));
  const late = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  const [bytes] = (await once(late, 'message')) as [Buffer];

  expect(JSON.parse(bytes.toString())).toMatchObject({ type: 'refused', code: 'too_many_sockets' });
  for (const socket of [...sockets, late]) socket.terminate();
  counted.stop();
  await server.close();
});
