import { once } from 'node:events';
import type { LiveServerMessage } from '@farline/contracts';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { testDatabase } from '../../testing/test-database.ts';
import { systemClock } from '../clock.ts';
import { createDispatcher, publish } from '../events.ts';
import { createHttpServer, listenOn } from '../http-server.ts';
import { newId } from '../ids.ts';
import { addLivePush } from '../live-push.ts';
import { createLog } from '../log.ts';

/** Two such lists are more than may wait. */
const MANY = 300;
const { database } = await testDatabase();
const log = createLog('silent');
const app = await createHttpServer({ log, allowedOrigins: [], trustProxy: false });
const dispatcher = createDispatcher(database, log);
/** What is put into words for this account is not, until the test says so. */
const slow = { accountId: '', ready: Promise.withResolvers<void>(), asked: 0 };
const push = addLivePush(app, {
  database,
  dispatcher,
  log,
  clock: systemClock,
  admit: () => ({ admitted: true }),
  // The token of these tests is the account's id.
  signerOf: async (token) => token,
  hellosAtOnce: 4,
  authenticate: async (token) => {
    const identity = { userId: token, accountId: token, sessionId: token, role: 'customer' } as const;
    return { identity, expiresAt: new Date(Date.now() + 60_000) };
  },
  isSignedIn: async () => true,
  view: async ({ accountId, subjectId }) => {
    if (accountId === slow.accountId) {
      slow.asked += 1;
      await slow.ready.promise;
    }
    const money = { amount: `${subjectId}.0000`, currency: 'USD' };
    return { type: 'wallet.changed', wallet: { balance: money, held: money, available: money } };
  },
});
await dispatcher.start();
const url = `ws://127.0.0.1:${await listenOn(app, { addresses: ['127.0.0.1'], port: 0 })}/ws`;
afterAll(async () => {
  push.stop();
  await dispatcher.stop();
  await app.close();
});

/** A window that reads all that it is told. */
async function open(token: string, after?: number) {
  const socket = new WebSocket(url);
  const heard: LiveServerMessage[] = [];
  socket.on('open', () =>
    socket.send(JSON.stringify({ type: 'hello', token, ...(after === undefined ? {} : { after }) })),
  );
  socket.on('message', (bytes: Buffer) => void heard.push(JSON.parse(bytes.toString()) as LiveServerMessage));
  const closed = once(socket, 'close');
  await once(socket, 'message');
  const subjects = () =>
    heard.flatMap((message) =>
      message.type === 'event' && message.event.type === 'wallet.changed'
        ? [Number(message.event.wallet.balance.amount)]
        : [],
    );
  return { socket, closed, first: heard[0], subjects };
}

async function happen(accountId: string, subjects: number[]): Promise<void> {
  const changed = subjects.map(
    (subject) => ({ type: 'wallet.changed', accountId, subjectId: String(subject) }) as const,
  );
  await publish(database, ...changed);
}
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, place) => from + place);

test('whoever is told too slowly is cut off before much waits for them, resumes where they were, and misses nothing', async () => {
  const [ours, theirs] = [newId(), newId()];
  slow.accountId = ours;
  const [first, other] = [await open(ours), await open(theirs)];
  const begun = first.first;
  await happen(ours, [1]);
  await expect.poll(() => slow.asked).toBe(1);
  await happen(ours, numbers(2, MANY));
  await happen(ours, numbers(2 + MANY, MANY));
  await first.closed;
  await happen(theirs, [1]);
  await expect.poll(() => other.subjects()).toEqual([1]);

  slow.ready.resolve();
  const again = await open(ours, begun?.type === 'ready' ? begun.position : undefined);
  expect(again.first).toMatchObject({ type: 'ready', resumed: true });
  await expect.poll(() => again.subjects().length).toBe(1 + 2 * MANY);
  expect(again.subjects()).toEqual(numbers(1, 1 + 2 * MANY));
  expect(first.subjects()).toEqual([]);
  // Nothing more was put into words for who was gone.
  expect(slow.asked).toBe(2 + 2 * MANY);
  for (const { socket } of [again, other]) socket.terminate();
});
