import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import {
  type BindRequest,
  createLink,
  plainResponse,
  type ShortMessage,
  type SmppLink,
  type SmppRequest,
  type SmppResponse,
  STATUS,
  systemTiming,
} from '@farline/smpp';

/** Longer than any test: it is the client whose patience is tried. */
const NEVER_MS = 600_000;

export type Submitted = { sequence: number; message: ShortMessage };

/** One connection that the client made. */
export type CarrierSession = {
  bind: BindRequest | null;
  submits: Submitted[];
  /** What the client asked beside: unbind. */
  others: SmppRequest['command'][];
  link: SmppLink;
  socket: Socket;
};

export type CarrierScript = {
  /** Null: no answer at all. */
  bindStatus?: (bind: BindRequest) => number | null;
  /** Null: the test answers by itself, or nobody does. */
  answer?: (submitted: Submitted, session: CarrierSession) => SmppResponse | null;
  tls?: { key: string; cert: string };
};

/** A message centre that does as its test says. */
export type ScriptedCarrier = {
  port: number;
  /** All that there were, in order. */
  sessions: CarrierSession[];
  /** The one that was made last. */
  last(): CarrierSession;
  /** What was submitted on all of them. */
  submitted(): ShortMessage[];
  close(): Promise<void>;
};

let ids = 0;
export const accepted = (): SmppResponse => ({ command: 'submit_sm_resp', status: 0, messageId: `id-${++ids}` });

export async function scriptedCarrier(script: CarrierScript = {}): Promise<ScriptedCarrier> {
  const sessions: CarrierSession[] = [];
  const sockets = new Set<Socket>();
  const take = (socket: Socket) => {
    sockets.add(socket);
    sessions.push(openSession(socket, script));
  };
  const server: Server = script.tls === undefined ? createServer(take) : createTlsServer(script.tls, take);
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const where = server.address();
  if (where === null || typeof where === 'string') throw new Error('a server on a port has an address');
  return {
    port: where.port,
    sessions,
    last() {
      const last = sessions.at(-1);
      if (last === undefined) throw new Error('nobody has connected');
      return last;
    },
    submitted: () => sessions.flatMap(({ submits }) => submits.map(({ message }) => message)),
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function openSession(socket: Socket, script: CarrierScript): CarrierSession {
  const link = createLink({
    socket,
    timing: systemTiming,
    responseMs: NEVER_MS,
    enquireEveryMs: NEVER_MS,
    onRequest: (sequence, request) => take(sequence, request),
    onUnreadable: () => {},
    onClosed: () => {},
  });
  const session: CarrierSession = { bind: null, submits: [], others: [], link, socket };
  return session;

  function take(sequence: number, request: SmppRequest): void {
    switch (request.command) {
      case 'bind_receiver':
      case 'bind_transmitter':
      case 'bind_transceiver': {
        session.bind = request;
        const status = script.bindStatus === undefined ? STATUS.ESME_ROK : script.bindStatus(request);
        if (status !== null) link.respond(sequence, plainResponse(request.command, status));
        return;
      }
      case 'submit_sm': {
        const submitted = { sequence, message: request.message };
        session.submits.push(submitted);
        const response = script.answer === undefined ? accepted() : script.answer(submitted, session);
        if (response !== null) link.respond(sequence, response);
        return;
      }
      case 'unbind':
      case 'deliver_sm':
      case 'data_sm':
      case 'enquire_link':
        session.others.push(request.command);
        link.respond(sequence, plainResponse(request.command, STATUS.ESME_ROK));
    }
  }
}
