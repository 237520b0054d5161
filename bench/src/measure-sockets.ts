import { setTimeout as wait } from 'node:timers/promises';
import type { LiveServerMessage } from '@farline/contracts';
import { waitUntil } from '@farline/tools/wait-until';
import pg from 'pg';
import { WebSocket } from 'ws';
import { signUpCustomers, type Customers } from './accounts.ts';
import { inTurns } from './api.ts';
import { type Measured, quantile } from './measured.ts';
import { residentMiB } from './resident-memory.ts';
import type { World } from './world.ts';

const ACCOUNTS = 500;
/** As many as the server lets one account have. */
const SOCKETS_EACH = 20;
const SOCKETS = ACCOUNTS * SOCKETS_EACH;
/** A twentieth never reads what it is told. */
const READS_NOTHING_EACH = 1;
const OPENED_AT_ONCE = 50;
const ROUNDS = 100;
const MESSAGES_A_MINUTE = 1_000_000;
const MINUTES = 2;
const EVENTS_A_SECOND = MESSAGES_A_MINUTE / SOCKETS_EACH / 60;
const TOLD_WITHIN_MS = 30_000;
/** As the page does; the server ends a socket that says nothing for 90 s. */
const PING_EVERY_MS = 30_000;
const MOST_MEMORY = 1.2;

/** A browser's socket to `/ws`, and what it has heard. */
type Listener = {
  socket: WebSocket;
  accountId: string;
  positions: number[];
  heard: (position: number, at: number) => void;
};

/**
 * Ten thousand browsers at once: what one costs the server's memory, how long an event needs to reach a browser beside all others and beside
 * none, and what becomes of a million messages a minute, while one of twenty reads nothing. Each message is numbered: none may be missing,
 * doubled or out of its turn.
 */
export async function measureSockets(
  world: World,
  say: (line: string) => void,
): Promise<{ rows: Measured[]; failures: string[] }> {
  const { ports, sip, databaseUrl, server } = world.stack;
  const pid = server?.pid() ?? 0;
  say(`Signing up ${ACCOUNTS} people`);
  const people = await signUpCustomers({ apiPort: ports.web, sipSecret: sip.secret, databaseUrl, count: ACCOUNTS });
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const bed = { world, people, database, accounts: await accountsOf(database, people), pid };
  const listeners: Listener[] = [];
  const pings = setInterval(() => {
    for (const { socket } of listeners) if (socket.readyState === socket.OPEN) socket.send('{"type":"ping"}');
  }, PING_EVERY_MS);
  try {
    const [first] = people.all;
    if (first === undefined) throw new Error('there is nobody');
    listeners.push(await listen(bed, 0));
    const alone = await told(bed, listeners);
    const before = residentMiB(pid);
    say(`Opening ${SOCKETS} sockets`);
    const openedMs = await openAll(bed, listeners);
    const open = residentMiB(pid);
    const beside = await told(bed, listeners);
    say(`${listeners.filter(({ socket }) => socket.readyState === socket.OPEN).length} are open`);
    say(`${MESSAGES_A_MINUTE} messages a minute for ${MINUTES} minutes`);
    const flood = await flooded(bed, listeners);
    const rows = [
      row(`memory of the server for a browser, of ${SOCKETS}`, ' KiB', ((open - before) * 1_024) / SOCKETS),
      row(`a browser is let in while all come, ${OPENED_AT_ONCE} at a time, p99`, ' ms', quantile(openedMs, 0.99)),
      ...[0.5, 0.99].map((share) =>
        row(
          `an event reaches a browser beside ${SOCKETS - 1} others, beside none, p${share * 100}`,
          ' ms',
          quantile(beside, share),
          quantile(alone, share),
        ),
      ),
    ];
    return { rows: [...rows, ...flood.rows], failures: flood.failures };
  } finally {
    clearInterval(pings);
    for (const { socket } of listeners) socket.terminate();
    await database.end();
    people.close();
  }
}

type Bed = { world: World; people: Customers; database: pg.Client; accounts: string[]; pid: number };

const row = (what: string, unit: string, ours: number, bare = Number.NaN): Measured => ({
  what,
  unit,
  ours,
  bare,
  aim: null,
  isMet: true,
});

async function accountsOf(database: pg.Client, people: Customers): Promise<string[]> {
  const { rows } = await database.query<{ id: string; account: string }>(
    'select id, account_id as account from accounts.user where id = any ($1::uuid[])',
    [people.all.map(({ userId }) => userId)],
  );
  const accounts = new Map(rows.map(({ id, account }) => [id, account]));
  return people.all.map(({ userId }) => accounts.get(userId) ?? '');
}

/** The socket of this place, once it is let in. */
async function listen({ world, people, accounts }: Bed, place: number): Promise<Listener> {
  const owner = Math.floor(place / SOCKETS_EACH);
  const socket = new WebSocket(`ws://127.0.0.1:${world.stack.ports.web}/ws`, { perMessageDeflate: false });
  const listener: Listener = { socket, accountId: accounts[owner] ?? '', positions: [], heard: () => undefined };
  const { promise, resolve, reject } = Promise.withResolvers<Listener>();
  socket.on('error', reject);
  socket.on('close', (code) => reject(new Error(`a socket was closed: ${code}`)));
  socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token: people.all[owner]?.token })));
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString('utf8')) as LiveServerMessage;
    if (message.type === 'ready') resolve(listener);
    if (message.type === 'refused') reject(new Error(`a socket was refused: ${message.code}`));
    if (message.type !== 'event') return;
    listener.positions.push(message.position);
    listener.heard(message.position, performance.now());
  });
  return await promise;
}

/** Opens all that are not open yet; how long each took. */
async function openAll(bed: Bed, listeners: Listener[]): Promise<number[]> {
  const places = Array.from({ length: SOCKETS - listeners.length }, (_, place) => place + listeners.length);
  return await inTurns(places, OPENED_AT_ONCE, async (place) => {
    const begun = performance.now();
    listeners.push(await listen(bed, place));
    return performance.now() - begun;
  });
}

/** How long an event takes from its commit to the first browser, one after another. */
async function told({ database }: Bed, [listener]: readonly Listener[]): Promise<number[]> {
  if (listener === undefined) throw new Error('nobody listens');
  const tookMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const tooLate = setTimeout(() => reject(new Error('an event did not come')), TOLD_WITHIN_MS);
    listener.heard = (_, at) => resolve(at);
    await publish(database, [listener.accountId]);
    const committedAt = performance.now();
    tookMs.push(Math.max(0, (await promise) - committedAt));
    clearTimeout(tooLate);
  }
  listener.heard = () => undefined;
  return tookMs;
}

async function publish(database: pg.Client, accounts: readonly string[]): Promise<void> {
  await database.query(
    "insert into platform.event (type, account_id, subject_id, payload) select 'contacts.changed', account, account::text, '{}' from unnest($1::uuid[]) account",
    [accounts],
  );
}

/** Has every account told of events in turn, a million messages a minute in all. */
async function flooded(bed: Bed, listeners: readonly Listener[]): Promise<{ rows: Measured[]; failures: string[] }> {
  const { database, accounts, pid } = bed;
  for (const listener of listeners) listener.positions = [];
  const silent = new Set(
    Object.values(Object.groupBy(listeners, ({ accountId }) => accountId)).flatMap((ours) =>
      (ours ?? []).slice(-READS_NOTHING_EACH),
    ),
  );
  for (const { socket } of silent) socket.pause();
  const reading = listeners.filter((listener) => !silent.has(listener));
  const begun = performance.now();
  const memory: number[] = [];
  let published = 0;
  for (let second = 1; second <= MINUTES * 60; second += 1) {
    const events = Math.round(second * EVENTS_A_SECOND) - published;
    const first = published;
    await publish(
      database,
      Array.from({ length: events }, (_, place) => accounts[(first + place) % accounts.length] ?? ''),
    );
    published += events;
    if (second % 10 === 0) memory.push(residentMiB(pid));
    await wait(Math.max(0, begun + second * 1_000 - performance.now()));
  }
  const publishedMs = performance.now() - begun;
  const wanted = Math.floor(published / accounts.length) * reading.length;
  const heard = () => reading.reduce((sum, { positions }) => sum + positions.length, 0);
  // What is missing then is counted below.
  await waitUntil('the last message', () => heard() >= wanted, { withinMs: TOLD_WITHIN_MS, everyMs: 50 }).catch(
    () => undefined,
  );
  const lateMs = performance.now() - begun - publishedMs;
  const [early = Number.NaN, late = Number.NaN] = [memory[0], memory.at(-1)];
  const perMinute = (heard() / (publishedMs + lateMs)) * 60_000 * (listeners.length / reading.length);
  return {
    rows: [
      {
        ...row('messages of live push a minute', '', perMinute, MESSAGES_A_MINUTE),
        aim: `≥ ${MESSAGES_A_MINUTE}`,
        isMet: perMinute >= 0.98 * MESSAGES_A_MINUTE,
        remark: `the last ${lateMs.toFixed(0)} ms after its event; ${silent.size} of ${listeners.length} read nothing`,
      },
      {
        ...row(`the server’s memory after ${MINUTES} minutes of them, beside 10 s`, ' MiB', late, early),
        aim: `≤ ${MOST_MEMORY}`,
        isMet: late <= MOST_MEMORY * early,
      },
    ],
    failures: wrongIn(reading, published / accounts.length),
  };
}

/** Each is told of every event of its account once, in order. */
function wrongIn(listeners: readonly Listener[], each: number): string[] {
  const isInOrder = ({ positions }: Listener) => positions.every((one, place) => one > (positions[place - 1] ?? 0));
  const missing = listeners.filter(({ positions }) => positions.length < Math.floor(each)).length;
  const disordered = listeners.filter((listener) => !isInOrder(listener)).length;
  return [
    ...(missing > 0 ? [`${missing} of ${listeners.length} browsers miss events`] : []),
    ...(disordered > 0
      ? [`${disordered} of ${listeners.length} browsers heard an event twice, or out of its turn`]
      : []),
  ];
}
