import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** How a scripted trunk is reached: SIP messages in, SIP messages out. */
export type TrunkWire = {
  readonly transport: 'UDP' | 'TCP' | 'WS';
  readonly port: number;
  send(text: string): void;
  close(): void;
};

/** UDP keeps no order, so nobody who minds it says two things about a call at once. */
const APART_MS = 30;

/** A UDP socket on a free port of loopback, or the one that is given. What is said about one call leaves in order, `APART_MS` apart. */
export async function openUdpWire(
  ports: { engine: number; own: number },
  hear: (text: string) => void,
): Promise<TrunkWire> {
  const socket = createSocket('udp4', (bytes) => hear(bytes.toString()));
  const freeFrom = new Map<string, number>();
  let isOpen = true;
  socket.bind(ports.own, '127.0.0.1');
  await once(socket, 'listening');
  return {
    transport: 'UDP',
    port: socket.address().port,
    send(text) {
      const callId = /^(?:call-id|i)[ \t]*:[ \t]*(\S+)/im.exec(text)?.[1] ?? '';
      const at = Math.max(Date.now(), freeFrom.get(callId) ?? 0);
      freeFrom.set(callId, at + APART_MS);
      const say = () => socket.send(text, ports.engine, '127.0.0.1', () => undefined);
      if (at <= Date.now()) return say();
      setTimeout(() => isOpen && say(), at - Date.now());
    },
    close() {
      isOpen = false;
      socket.close();
    },
  };
}

/** A listener on TCP. What is said goes over the engine's last connection, or over one of the trunk's own where it has none. */
export async function openTcpWire(
  ports: { engine: number; own: number },
  hear: (text: string) => void,
): Promise<TrunkWire> {
  const open: Socket[] = [];
  const keep = (socket: Socket): Socket => {
    open.push(socket);
    const take = messagesOf(hear);
    socket.on('data', take);
    socket.on('error', () => undefined);
    socket.on('close', () => void open.splice(open.indexOf(socket), 1));
    return socket;
  };
  const server = createServer((socket) => void keep(socket));
  server.listen(ports.own, '127.0.0.1');
  await once(server, 'listening');
  return {
    transport: 'TCP',
    port: (server.address() as AddressInfo).port,
    send: (text) => void (open.at(-1) ?? keep(connect(ports.engine, '127.0.0.1'))).write(text),
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

/** A WebSocket to the engine's side of browsers, as a page has one: whoever is called over it says what a scripted trunk says. */
export function webSocketWire(to: { url: string; origin: string }) {
  return async (_ports: unknown, hear: (text: string) => void): Promise<TrunkWire> => {
    const socket = new WebSocket(to.url, { protocols: ['sip'], headers: { origin: to.origin } });
    socket.addEventListener('message', (event) => hear(String(event.data)));
    await once(socket, 'open');
    return {
      transport: 'WS',
      // It has none of its own: what its Contact says leads nowhere.
      port: 9,
      send: (text) => socket.send(text),
      close: () => socket.close(),
    };
  };
}

const END_OF_HEAD = '\r\n\r\n';

/** Takes bytes of a stream, and tells each whole message: it ends by its Content-Length (RFC 3261 §18.3). */
function messagesOf(tell: (text: string) => void): (bytes: Buffer) => void {
  let waiting = Buffer.alloc(0);
  return (bytes) => {
    waiting = Buffer.concat([waiting, bytes]);
    for (let end = waiting.indexOf(END_OF_HEAD); end !== -1; end = waiting.indexOf(END_OF_HEAD)) {
      const head = waiting.subarray(0, end).toString();
      const size = end + END_OF_HEAD.length + Number(/^(?:content-length|l)\s*:\s*(\d+)/im.exec(head)?.[1] ?? 0);
      if (waiting.length < size) return;
      tell(waiting.subarray(0, size).toString().trimStart());
      waiting = waiting.subarray(size);
    }
  };
}
