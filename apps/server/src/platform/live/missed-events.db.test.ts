import type { LiveServerMessage } from '@farline/contracts';
import type { QueryResult, UnknownRow } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { testDatabase } from '../../testing/test-database.ts';
import { systemClock } from '../clock.ts';
import { createDispatcher, currentPosition, publish } from '../events.ts';
import { createHttpServer, listenOn } from '../http-server.ts';
import { newId } from '../ids.ts';
import { addLivePush } from '../live-push.ts';
import { createLog } from '../log.ts';

const { database } = await testDatabase();
const log = createLog('silent');
const app = await createHttpServer({ log, allowedOrigins: [], trustProxy: false });
const dispatcher = createDispatcher(database, log);
/** What happens once a window's place was looked up, before it is there to be told. */
let afterLook = async () => {};
const looked = database.withPlugin({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }: { result: QueryResult<UnknownRow> }) => {
    if (result.rows.some((row) => 'kept' in row)) await afterLook();
    return result;
  },
});
const push = addLivePush(app, {
  database: looked,
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
  view: async ({ subjectId }) => {
    const money = { amount: `${subjectId}.0000`, currency: 'USD' };
    return { type: 'wallet.changed', wallet: { balance: money, held: money, available: money } };
  },
});
let told = 0;
dispatcher.listen((events) => (told += events.length));
await dispatcher.start();
const url = `ws://127.0.0.1:${await listenOn(app, { addresses: ['127.0.0.1'], port: 0 })}/ws`;
afterAll(async () => {
  push.stop();
  await dispatcher.stop();
  await app.close();
});

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, place) => from + place);

/** Events of these numbers, once they have been handed out. */
async function happen(accountId: string, subjects: number[]): Promise<void> {
  const until = told + subjects.length;
  const changed = subjects.map(
    (subject) => ({ type: 'wallet.changed', accountId, subjectId: String(subject) }) as const,
  );
  await publish(database, ...changed);
  await expect.poll(() => told).toBe(until);
}

test('whoever resumes with nearly as much missed as can be made up for misses nothing that happens meanwhile', async () => {
  const accountId = newId();
  const after = await currentPosition(database);
  await happen(accountId, numbers(1, 999));
  afterLook = async () => await happen(accountId, numbers(1_000, 3));

  const socket = new WebSocket(url);
  const heard: LiveServerMessage[] = [];
  socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token: accountId, after })));
  socket.on('message', (bytes: Buffer) => void heard.push(JSON.parse(bytes.toString()) as LiveServerMessage));
  const subjects = () =>
    heard.flatMap((message) =>
      message.type === 'event' && message.event.type === 'wallet.changed'
        ? [Number(message.event.wallet.balance.amount)]
        : [],
    );
  await expect.poll(() => subjects().length).toBeGreaterThanOrEqual(1_000);
  await happen(accountId, [1_003]);
  await expect.poll(() => subjects().at(-1)).toBe(1_003);
  expect(heard[0]).toMatchObject({ type: 'ready', resumed: true });
  expect(subjects()).toEqual(numbers(1, 1_003));
  socket.terminate();
});
