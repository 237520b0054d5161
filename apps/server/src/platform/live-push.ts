import { liveClientMessage } from '@farline/contracts';
import type { WebSocket } from '@fastify/websocket';
import type { HttpServer } from './http-server.ts';
import { type AdmitHello, admitHellos, type HelloDeps } from './live/admit-hellos.ts';
import {
  createLiveClients,
  type LiveClient,
  type LiveClients,
  type LiveClientsDeps,
  tooManySockets,
} from './live/live-clients.ts';
import { answerPing, refuse } from './live/speak.ts';
import { createPlaces, type OpenSocket } from './live-places.ts';
import { Problem } from './problems.ts';

const HELLO_WITHIN_MS = 10_000;
const SILENCE_MS = 90_000;

export type LivePushDeps = LiveClientsDeps & HelloDeps & { helloWithinMs?: number };

/**
 * `/ws`: pushes an account's events to its browsers, numbered. The client names itself with its access token and the
 * last position it saw; what it missed comes first, then what happens, nothing missing and nothing twice.
 */
export function addLivePush(app: HttpServer, deps: LivePushDeps): { stop: () => void } {
  const clients = createLiveClients(deps);
  const admit = admitHellos(deps);
  const places = createPlaces();
  app.get('/ws', { websocket: true, schema: { hide: true } }, (socket, request) => {
    const place = deps.networkOf === undefined ? null : places.enter(deps.networkOf(request.ip));
    if (place === 'full') return refuse(socket, tooManySockets());
    serveSocket({ ...deps, clients, admit }, { socket, address: request.ip, place });
  });
  return { stop: clients.stop };
}

type Served = Pick<LivePushDeps, 'log' | 'helloWithinMs'> & { clients: LiveClients; admit: AdmitHello };

function serveSocket(
  { log, clients, admit, helloWithinMs = HELLO_WITHIN_MS }: Served,
  { socket, address, place }: { socket: WebSocket; address: string; place: OpenSocket | null },
): void {
  let client: LiveClient | null = null;
  let greeted = false;
  let silence = setTimeout(() => socket.terminate(), helloWithinMs);
  const heard = () => {
    // Whoever does not say who they are has their ten seconds, and no word makes them more.
    if (client === null) return;
    clearTimeout(silence);
    silence = setTimeout(() => socket.terminate(), SILENCE_MS);
  };
  const greet = async (token: string, after: number | undefined) => {
    const hello = { token, address, proved: () => place?.prove() };
    const isOpen = () => socket.readyState === socket.OPEN;
    await admit(hello, async () => {
      // Whoever has gone while they waited is not asked for.
      if (!isOpen()) return;
      client = await clients.welcome(socket, { token, after });
      if (!isOpen()) return clients.leave(client);
      heard();
      await client.queue;
    });
  };
  const notGreeted = (error: unknown) => {
    if (error instanceof Problem) return refuse(socket, error);
    log.warn({ err: error }, 'live push could not begin');
    socket.terminate();
  };

  socket.on('message', (bytes: Buffer) => {
    const message = liveClientMessage.safeParse(parseJson(bytes.toString('utf8')));
    if (!message.success) return refuse(socket, notUnderstood('This message isn’t understood.'));
    heard();
    switch (message.data.type) {
      case 'ping':
        return answerPing(socket);
      case 'hello':
        if (greeted) return refuse(socket, notUnderstood('Hello comes once.'));
        greeted = true;
        return void greet(message.data.token, message.data.after).catch(notGreeted);
      case 'token':
        if (client === null) return;
        clients
          .renew(client, message.data.token)
          .catch((error: unknown) => log.warn({ err: error }, 'a live token could not be checked'));
        return;
    }
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearTimeout(silence);
    place?.leave();
    if (client !== null) clients.leave(client);
  });
}

const notUnderstood = (sentence: string) => new Problem('invalid_message', 400, sentence);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
