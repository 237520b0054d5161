import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** What is under way when a server stops has this long to end. */
const GRACE_MS = 3_000;

/**
 * Watches a server's connections; the returned function lets them go when it stops: at once where nothing was asked yet
 * (Node would wait a minute for the first request), after a grace where something is under way.
 */
export function letGoOf(server: Server): () => void {
  // Node's own list forgets those that became WebSockets, and waits for them all the same.
  const open = new Set<Socket>();
  const silent = new Set<Socket>();
  const hasSpoken = ({ socket }: IncomingMessage) => silent.delete(socket);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    silent.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      silent.delete(socket);
    });
  });
  server.on('request', hasSpoken);
  server.on('upgrade', hasSpoken);
  return () => {
    for (const socket of silent) socket.destroy();
    setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, GRACE_MS).unref();
  };
}
