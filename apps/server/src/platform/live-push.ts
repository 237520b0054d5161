import { type LiveEvent, type LiveServerMessage, liveClientMessage } from '@farline/contracts';
import type { WebSocket } from '@fastify/websocket';
import type { Database } from './database.ts';
import { accountEventsAfter, currentPosition, type Dispatcher, type Event, isKeptSince } from './events.ts';
import type { HttpServer, Identity } from './http-server.ts';
import { createPlaces } from './live-places.ts';
import type { Log } from './log.ts';

const HELLO_WITHIN_MS = 10_000;
const SILENCE_MS = 90_000;
const MOST_MISSED = 1_000;
const MOST_SOCKETS_PER_ACCOUNT = 20;
const MOST_BUFFERED_BYTES = 1024 * 1024;

export type LivePushDeps = {
  database: Database;
  dispatcher: Dispatcher;
  log: Log;
  authenticate: (token: string) => Promise<{ identity: Identity; expiresAt: Date } | null>;
  /** Whether a session still runs: it may have been ended from elsewhere since its socket was opened. */
  isSignedIn: (identity: Identity) => Promise<boolean>;
  /** What a browser is shown of an event, made from the present state; null for events that its user is not shown. */
  view: (event: Event, viewer: Identity) => Promise<LiveEvent | null>;
  /** What counts as one address, of which there may be so many sockets; absent: they are not counted. */
  networkOf?: (address: string) => string;
  helloWithinMs?: number;
};

type Client = {
  socket: WebSocket;
  identity: Identity;
  /** The last position sent. Events up to it never go out again. */
  sent: number;
  /** Sends follow one another, so that positions only grow. */
  queue: Promise<void>;
  expiry: NodeJS.Timeout;
};

/**
 * `/ws`: pushes an account's events to its browsers, numbered. The client names itself with its access token and the
 * last position it saw; what it missed comes first, then what happens, nothing missing and nothing twice.
 */
export function addLivePush(app: HttpServer, deps: LivePushDeps): { stop: () => void } {
  const clients = new Map<string, Set<Client>>();

  const unlisten = deps.dispatcher.listen((events) => {
    const byAccount = Map.groupBy(
      events.filter((event) => event.accountId !== null),
      (event) => event.accountId ?? '',
    );
    const shown = onceForEachUser(deps.view);
    for (const [accountId, ours] of byAccount)
      for (const client of clients.get(accountId) ?? []) enqueue(client, async () => await send(client, ours, shown));
  });

  const send = async (client: Client, events: Event[], shown = onceForEachUser(deps.view)) => {
    if (events.length > 0 && !(await deps.isSignedIn(client.identity))) {
      refuse(client.socket, 'session_ended', 'Your session has ended. Please sign in again.');
      return;
    }
    for (const event of events) {
      if (event.position <= client.sent) continue;
      client.sent = event.position;
      const words = await shown(event, client.identity);
      if (words !== null) write(client.socket, words);
    }
    if (client.socket.bufferedAmount > MOST_BUFFERED_BYTES) client.socket.terminate();
  };

  const enqueue = (client: Client, work: () => Promise<void>) => {
    client.queue = client.queue.then(work).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'live push ended: the client comes back and resumes');
      client.socket.terminate();
    });
  };

  const welcome = async (socket: WebSocket, token: string, after: number | undefined): Promise<Client | null> => {
    const known = await deps.authenticate(token);
    if (known === null) return refuse(socket, 'unauthorized', 'Please sign in to continue.');
    const { identity } = known;
    const position = await currentPosition(deps.database);
    const from = after === undefined || after > position ? position : after;
    const missed =
      from === position
        ? []
        : await accountEventsAfter(deps.database, { accountId: identity.accountId, after: from, most: MOST_MISSED });
    const resumed = after !== undefined && missed.length < MOST_MISSED && (await isKeptSince(deps.database, after));

    // Nothing is waited for from here on: windows that open at once would each make a set, and lose the others.
    const ours = clients.get(identity.accountId) ?? new Set();
    if (ours.size >= MOST_SOCKETS_PER_ACCOUNT)
      return refuse(socket, 'too_many_sockets', 'Farline is open in too many windows.');
    const client: Client = {
      socket,
      identity,
      sent: resumed ? from : position,
      queue: Promise.resolve(),
      expiry: expireAt(socket, known.expiresAt),
    };
    ours.add(client);
    clients.set(identity.accountId, ours);
    say(socket, { type: 'ready', position: client.sent, resumed });
    // What was handed out between the look and the welcome is read here; `sent` keeps it from going out twice.
    enqueue(client, async () => {
      const after = client.sent;
      await send(
        client,
        await accountEventsAfter(deps.database, { accountId: identity.accountId, after, most: MOST_MISSED }),
      );
    });
    return client;
  };

  const leave = (client: Client | null) => {
    if (client === null) return;
    clearTimeout(client.expiry);
    const ours = clients.get(client.identity.accountId);
    ours?.delete(client);
    if (ours?.size === 0) clients.delete(client.identity.accountId);
  };

  const places = createPlaces();

  app.get('/ws', { websocket: true, schema: { hide: true } }, (socket, request) => {
    const place = deps.networkOf === undefined ? null : places.enter(deps.networkOf(request.ip));
    if (place === 'full') return void refuse(socket, 'too_many_sockets', 'Farline is open in too many windows.');
    let client: Client | null = null;
    let greeted = false;
    let silence = setTimeout(() => socket.terminate(), deps.helloWithinMs ?? HELLO_WITHIN_MS);
    const heard = () => {
      // Whoever does not say who they are has their ten seconds, and no word makes them more.
      if (client === null) return;
      clearTimeout(silence);
      silence = setTimeout(() => socket.terminate(), SILENCE_MS);
    };
    socket.on('message', (bytes: Buffer) => {
      const message = liveClientMessage.safeParse(parseJson(bytes.toString('utf8')));
      if (!message.success) return void refuse(socket, 'invalid_message', 'This message isn’t understood.');
      heard();
      switch (message.data.type) {
        case 'ping':
          return answerPing(socket);
        case 'hello':
          if (greeted) return void refuse(socket, 'invalid_message', 'Hello comes once.');
          greeted = true;
          welcome(socket, message.data.token, message.data.after).then(
            (welcomed) => {
              client = welcomed;
              if (client === null) return;
              if (socket.readyState !== socket.OPEN) return leave(client);
              place?.prove();
              heard();
            },
            (error: unknown) => {
              deps.log.warn({ err: error }, 'live push could not begin');
              socket.terminate();
            },
          );
          return;
        case 'token':
          deps.authenticate(message.data.token).then(
            (known) => {
              if (client === null || known === null || known.identity.accountId !== client.identity.accountId) return;
              clearTimeout(client.expiry);
              client.expiry = expireAt(socket, known.expiresAt);
            },
            (error: unknown) => deps.log.warn({ err: error }, 'a live token could not be checked'),
          );
          return;
      }
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearTimeout(silence);
      place?.leave();
      leave(client);
    });
  });

  return {
    stop: () => {
      unlisten();
      for (const ours of clients.values()) for (const client of ours) client.socket.close(1001);
    },
  };
}

/**
 * What users are shown of events, in the words of the socket; null: nothing. Somebody with many windows has what is shown in all of them made
 * once.
 */
function onceForEachUser(view: LivePushDeps['view']): (event: Event, viewer: Identity) => Promise<string | null> {
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

function say(socket: WebSocket, message: LiveServerMessage): void {
  write(socket, JSON.stringify(message));
}

function write(socket: WebSocket, words: string): void {
  if (socket.readyState === socket.OPEN) socket.send(words);
}

/** Whatever waits to be read is a sign of life, too; answers to whoever reads nothing would only pile up. */
function answerPing(socket: WebSocket): void {
  if (socket.bufferedAmount === 0) say(socket, { type: 'pong' });
}

function refuse(socket: WebSocket, code: string, message: string): null {
  say(socket, { type: 'refused', code, message });
  socket.close(1008);
  return null;
}

function expireAt(socket: WebSocket, at: Date): NodeJS.Timeout {
  return setTimeout(
    () => refuse(socket, 'token_expired', 'The session has ended.'),
    Math.max(0, at.getTime() - Date.now()),
  ).unref();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
