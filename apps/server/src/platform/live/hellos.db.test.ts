import { once } from 'node:events';
import type { LiveServerMessage } from '@farline/contracts';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { testDatabase } from '../../testing/test-database.ts';
import type { Verdict } from '../admission/admission.ts';
import { systemClock } from '../clock.ts';
import { createDispatcher } from '../events.ts';
import { createHttpServer, listenOn } from '../http-server.ts';
import { newId } from '../ids.ts';
import { addLivePush } from '../live-push.ts';
import { createLog } from '../log.ts';

const AT_ONCE = 2;
const { database } = await testDatabase();
const log = createLog('silent');
const app = await createHttpServer({ log, allowedOrigins: [], trustProxy: false });
const house: { verdict: Verdict } = { verdict: { admitted: true } };
/** Whose session the database was asked for, and who waits for its answer. */
const asked: string[] = [];
const answers: (() => void)[] = [];
let mostAtOnce = 0;
let areAnswered = true;
const push = addLivePush(app, {
  database,
  dispatcher: createDispatcher(database, log),
  log,
  clock: systemClock,
  admit: () => house.verdict,
  // The token of these tests is the account's id.
  signerOf: async (token) => token,
  hellosAtOnce: AT_ONCE,
  authenticate: async (token) => {
    asked.push(token);
    if (!areAnswered) {
      mostAtOnce = Math.max(mostAtOnce, answers.length + 1);
      await new Promise<void>((resolve) => answers.push(resolve));
    }
    const identity = { userId: token, accountId: token, sessionId: token, role: 'customer' } as const;
    return { identity, expiresAt: new Date(Date.now() + 60_000) };
  },
  isSignedIn: async () => true,
  view: async () => null,
});
const url = `ws://127.0.0.1:${await listenOn(app, { addresses: ['127.0.0.1'], port: 0 })}/ws`;
afterAll(async () => {
  push.stop();
  await app.close();
});

/** A window that says hello as soon as it is open. `first`: what it is answered. */
function sayHello(token: string) {
  const socket = new WebSocket(url);
  socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token })));
  const opened = once(socket, 'open');
  const first = once(socket, 'message').then(
    ([bytes]) => JSON.parse((bytes as Buffer).toString()) as LiveServerMessage,
  );
  return { socket, opened, first, closed: once(socket, 'close') };
}

test('in an overload whoever says hello is told at once when to come again, and nothing is asked of the database', async () => {
  const token = newId();
  house.verdict = { admitted: false, retryAfterSeconds: 4 };
  const refused = sayHello(token);
  expect(await refused.first).toMatchObject({ type: 'refused', code: 'busy', retryAfterSeconds: 4 });
  expect((await refused.closed)[0]).toBe(1013);
  expect(asked).not.toContain(token);

  house.verdict = { admitted: true };
  const again = sayHello(token);
  expect(await again.first).toMatchObject({ type: 'ready' });
  again.socket.terminate();
});

test('of many that come at once a few are welcomed at a time, all in the end, and whoever has left meanwhile is not asked for', async () => {
  areAnswered = false;
  const windows = Array.from({ length: 40 }, () => {
    const token = newId();
    return { token, ...sayHello(token) };
  });
  await Promise.all(windows.map(async ({ opened }) => await opened));
  await expect.poll(() => answers.length).toBe(AT_ONCE);
  const gone = windows.filter(({ token }) => !asked.includes(token)).slice(-5);
  const staying = windows.filter((window) => !gone.includes(window));
  for (const { socket, closed } of gone) {
    socket.close();
    await closed;
  }
  const welcomed = Promise.all(staying.map(async ({ first }) => await first));
  const answering = setInterval(() => answers.shift()?.(), 1);
  const words = await welcomed;
  clearInterval(answering);
  areAnswered = true;

  expect(words.every(({ type }) => type === 'ready')).toBe(true);
  expect(mostAtOnce).toBe(AT_ONCE);
  expect(asked.filter((token) => gone.some((one) => one.token === token))).toEqual([]);
  for (const { socket } of staying) socket.terminate();
});

test('newer tokens that come one upon the other are looked at once, and from whoever has not said hello not at all', async () => {
  const [ours, strange] = [newId(), newId()];
  const window = sayHello(ours);
  await window.first;
  const flood = async (socket: WebSocket, token: string) => {
    for (let times = 0; times < 50; times += 1) socket.send(JSON.stringify({ type: 'token', token }));
    socket.send('{"type":"ping"}');
    await once(socket, 'message');
  };
  await flood(window.socket, ours);
  const stranger = new WebSocket(url);
  await once(stranger, 'open');
  await flood(stranger, strange);

  expect(asked.filter((token) => token === ours)).toHaveLength(2);
  expect(asked).not.toContain(strange);
  window.socket.terminate();
  stranger.terminate();
});
