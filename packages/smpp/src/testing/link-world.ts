import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createFrameReader } from '../frames.ts';
import { createLink, type SmppLink, type UnreadableRequest } from '../link.ts';
import { decodePdu, type Pdu, type SmppRequest } from '../pdu.ts';
import { createHandTiming, type HandTiming } from './hand-timing.ts';

export const RESPONSE_MS = 30_000;
export const ENQUIRE_MS = 45_000;

export type LinkWorld = {
  link: SmppLink;
  timing: HandTiming;
  requests: { sequence: number; request: SmppRequest }[];
  unreadable: UnreadableRequest[];
  closed: string[];
  /** What the other side has heard, and its socket. */
  heard: Pdu[];
  other: Socket;
};

/** A link whose time passes by hand, and its other side as a test's own socket. Both are closed when the test is over. */
export async function aLink(): Promise<LinkWorld> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const where = server.address();
  if (where === null || typeof where === 'string') throw new Error('no port');
  const arrived = once(server, 'connection') as Promise<[Socket]>;
  const socket = connect(where.port, '127.0.0.1');
  await once(socket, 'connect');
  const [other] = await arrived;
  onTestFinished(() => {
    server.close();
    other.destroy();
    socket.destroy();
  });
  const world: Omit<LinkWorld, 'link' | 'other'> = {
    timing: createHandTiming(),
    heard: [],
    requests: [],
    unreadable: [],
    closed: [],
  };
  const read = createFrameReader((frame) => void world.heard.push(decodePdu(frame)));
  other.on('data', read).on('error', () => {});
  const link = createLink({
    socket,
    timing: world.timing,
    responseMs: RESPONSE_MS,
    enquireEveryMs: ENQUIRE_MS,
    onRequest: (sequence, request) => void world.requests.push({ sequence, request }),
    onUnreadable: (request) => void world.unreadable.push(request),
    onClosed: (why) => void world.closed.push(why),
  });
  return { ...world, link, other };
}
