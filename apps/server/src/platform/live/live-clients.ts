import type { LiveEvent, LiveServerMessage } from '@farline/contracts';
import type { WebSocket } from '@fastify/websocket';
import type { Database } from '../database.ts';
import { accountEventsAfter, currentPosition, type Dispatcher, type Event, isKeptSince } from '../events.ts';
import type { Identity } from '../http-server.ts';
import type { Log } from '../log.ts';
import { Problem, unauthorized } from '../problems.ts';
import { refuse, say, write } from './speak.ts';

const MOST_MISSED = 1_000;
/** Beyond them whoever is told too slowly is cut off: they come back and resume, which is bounded by what they may have missed. */
const MOST_WAITING = 500;
const MOST_SOCKETS_PER_ACCOUNT = 20;
/** A session gets a newer token every few minutes. */
const RENEWED_EVERY_MS = 1_000;
const MOST_BUFFERED_BYTES = 1024 * 1024;

export type LiveClientsDeps = {
  database: Database;
  dispatcher: Dispatcher;
  log: Log;
  authenticate: (token: string) => Promise<{ identity: Identity; expiresAt: Date } | null>;
  /** Whether a session still runs: it may have been ended from elsewhere since its socket was opened. */
  isSignedIn: (identity: Identity) => Promise<boolean>;
  /** What a browser is shown of an event, made from the present state; null for events that its user is not shown. */
  view: (event: Event, viewer: Identity) => Promise<LiveEvent | null>;
};

export type LiveClient = {
  socket: WebSocket;
  identity: Identity;
  /** The last position sent. Events up to it never go out again. */
  sent: number;
  /** Sends follow one another, so that positions only grow. */
  queue: Promise<void>;
  /** How many events are in it. */
  waiting: number;
  expiry: NodeJS.Timeout;
  /** When a newer token was last looked at. */
  renewedAtMs: number;
};

export const tooManySockets = () => new Problem('too_many_sockets', 429, 'Farline is open in too many windows.');
const sessionEnded = () => new Problem('session_ended', 401, 'Your session has ended. Please sign in again.');
const tokenExpired = () => new Problem('token_expired', 401, 'The session has ended.');

/** Who is told of an account's events, and what each has been told. */
export type LiveClients = {
  /** Throws a `Problem` where they are refused. */
  welcome(socket: WebSocket, hello: { token: string; after: number | undefined }): Promise<LiveClient>;
  /** Takes a newer token of the same account. */
  renew(client: LiveClient, token: string): Promise<void>;
  leave(client: LiveClient): void;
  stop(): void;
};

export function createLiveClients(deps: LiveClientsDeps): LiveClients {
  const clients = new Map<string, Set<LiveClient>>();
  const unlisten = deps.dispatcher.listen((events) => {
    const told = events.filter((event) => event.accountId !== null);
    const byAccount = Map.groupBy(told, (event) => event.accountId ?? '');
    const shown = onceForEachUser(deps.view);
    for (const [accountId, ours] of byAccount)
      for (const client of clients.get(accountId) ?? []) tell(deps, client, ours, shown);
  });

  return {
    welcome: async (socket, { token, after }) => {
      const known = await deps.authenticate(token);
      if (known === null) throw unauthorized();
      const { identity, expiresAt } = known;
      const { accountId } = identity;
      const begin = await beginAt(deps.database, accountId, after);

      // Nothing is waited for from here on: windows that open at once would each make a set, and lose the others.
      const ours = clients.get(accountId) ?? new Set();
      if (ours.size >= MOST_SOCKETS_PER_ACCOUNT) throw tooManySockets();
      const queue = Promise.resolve();
      const expiry = expireAt(socket, expiresAt);
      const client: LiveClient = { socket, identity, sent: begin.position, queue, waiting: 0, expiry, renewedAtMs: 0 };
      ours.add(client);
      clients.set(accountId, ours);
      say(socket, { type: 'ready', ...begin });
      enqueue(deps, client, async () => await sendMissed(deps, client));
      return client;
    },
    renew: async (client, token) => {
      if (Date.now() - client.renewedAtMs < RENEWED_EVERY_MS) return;
      client.renewedAtMs = Date.now();
      const known = await deps.authenticate(token);
      if (known === null || known.identity.accountId !== client.identity.accountId) return;
      clearTimeout(client.expiry);
      client.expiry = expireAt(client.socket, known.expiresAt);
    },
    leave: (client) => {
      clearTimeout(client.expiry);
      const ours = clients.get(client.identity.accountId);
      ours?.delete(client);
      if (ours?.size === 0) clients.delete(client.identity.accountId);
    },
    stop: () => {
      unlisten();
      for (const ours of clients.values()) for (const client of ours) client.socket.close(1001);
    },
  };
}

/** Where a client goes on that has seen everything up to `after`: there, or now, where it has missed too much. */
async function beginAt(
  database: Database,
  accountId: string,
  after: number | undefined,
): Promise<{ position: number; resumed: boolean }> {
  const position = await currentPosition(database);
  const from = after === undefined || after > position ? position : after;
  const missed =
    from === position ? [] : await accountEventsAfter(database, { accountId, after: from, most: MOST_MISSED });
  const resumed = after !== undefined && missed.length < MOST_MISSED && (await isKeptSince(database, after));
  return { position: resumed ? from : position, resumed };
}

/**
 * Sends what a client has missed, also what was handed out between the look and the welcome, which may be more than was found then. `sent`
 * keeps it from going out twice.
 */
async function sendMissed(deps: LiveClientsDeps, client: LiveClient): Promise<void> {
  const { accountId } = client.identity;
  while (client.socket.readyState === client.socket.OPEN) {
    const missed = await accountEventsAfter(deps.database, { accountId, after: client.sent, most: MOST_MISSED });
    await send(deps, client, missed, onceForEachUser(deps.view));
    if (missed.length < MOST_MISSED) return;
  }
}

/** Has a client told of events once it was told of those before; one for whom too many wait is cut off. */
function tell(deps: LiveClientsDeps, client: LiveClient, events: Event[], shown: Shown): void {
  if (client.waiting > 0 && client.waiting + events.length > MOST_WAITING) return client.socket.terminate();
  client.waiting += events.length;
  enqueue(deps, client, async () => {
    await send(deps, client, events, shown);
    client.waiting -= events.length;
  });
}

function enqueue({ log }: Pick<LiveClientsDeps, 'log'>, client: LiveClient, work: () => Promise<void>): void {
  client.queue = client.queue.then(work).catch((error: unknown) => {
    log.warn({ err: error }, 'live push ended: the client comes back and resumes');
    client.socket.terminate();
  });
}

type Shown = (event: Event, viewer: Identity) => Promise<string | null>;

async function send(
  { isSignedIn }: Pick<LiveClientsDeps, 'isSignedIn'>,
  client: LiveClient,
  events: Event[],
  shown: Shown,
): Promise<void> {
  if (events.length > 0 && !(await isSignedIn(client.identity))) return refuse(client.socket, sessionEnded());
  for (const event of events) {
    if (client.socket.readyState !== client.socket.OPEN) return;
    if (event.position <= client.sent) continue;
    client.sent = event.position;
    const words = await shown(event, client.identity);
    if (words !== null) write(client.socket, words);
  }
  if (client.socket.bufferedAmount > MOST_BUFFERED_BYTES) client.socket.terminate();
}

/**
 * What users are shown of events, in the words of the socket; null: nothing. Somebody with many windows has what is shown in all of them made
 * once.
 */
function onceForEachUser(view: LiveClientsDeps['view']): Shown {
  const made = new Map<string, Promise<string | null>>();
  const make = async (event: Event, viewer: Identity) => {
    const shown = await view(event, viewer);
    if (shown === null) return null;
    return JSON.stringify({ type: 'event', position: event.position, event: shown } satisfies LiveServerMessage);
  };
  return async (event, viewer) => {
    const key = `${event.position} ${viewer.userId}`;
    const words = made.get(key) ?? make(event, viewer);
    made.set(key, words);
    return await words;
  };
}

function expireAt(socket: WebSocket, at: Date): NodeJS.Timeout {
  return setTimeout(() => refuse(socket, tokenExpired()), Math.max(0, at.getTime() - Date.now())).unref();
}
