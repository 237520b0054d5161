import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { readSip, type SipMessage } from '../../../../voice/testbed/sip-message.ts';

/** SIP over one TCP connection, or one UDP socket: messages in, messages out. */
export type SipLine = {
  readonly transport: 'TCP' | 'UDP';
  readonly address: string;
  send(text: string): void;
  listen(listener: (message: SipMessage) => void): void;
  close(): void;
};

/** Opens a UDP socket at an address of this machine, towards a port of the engine. Nothing is sent again: loopback loses nothing. */
export async function openUdpLine(to: number, from: { host?: string; port?: number } = {}): Promise<SipLine> {
  const { host = '127.0.0.1', port = 0 } = from;
  const socket = createSocket('udp4');
  socket.bind(port, host);
  await once(socket, 'listening');
  return {
    transport: 'UDP',
    address: `${host}:${socket.address().port}`,
    send: (text) => socket.send(text, to, '127.0.0.1'),
    listen: (listener) => void socket.on('message', (bytes) => listener(readSip(bytes.toString()))),
    close: () => socket.close(),
  };
}

/** Connects to the side of the engine where callers are; messages end by their Content-Length (RFC 3261 §18.3). */
export async function openSipLine(port: number): Promise<SipLine> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const listeners = new Set<(message: SipMessage) => void>();
  let waiting = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    waiting = Buffer.concat([waiting, bytes]);
    for (let size = sizeOfFirst(waiting); size !== null; size = sizeOfFirst(waiting)) {
      const text = waiting.subarray(0, size).toString();
      waiting = waiting.subarray(size);
      if (text.trim() === '') continue;
      const message = readSip(text.replace(/^\r\n/, ''));
      for (const listener of listeners) listener(message);
    }
  });
  socket.on('error', () => undefined);
  return {
    transport: 'TCP',
    address: `127.0.0.1:${socket.localPort ?? 0}`,
    send: (text) => void socket.write(text),
    listen: (listener) => void listeners.add(listener),
    close: () => socket.destroy(),
  };
}

const END_OF_HEAD = '\r\n\r\n';

/** The bytes of the first whole message, or null while it is not all there. */
function sizeOfFirst(bytes: Buffer): number | null {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end === -1) return null;
  const head = bytes.subarray(0, end).toString();
  const length = Number(/^(?:content-length|l)\s*:\s*(\d+)/im.exec(head)?.[1] ?? 0);
  const size = end + END_OF_HEAD.length + length;
  return bytes.length < size ? null : size;
}

const HEARS_WITHIN_MS = 2_000;

/** Sends a request; gives its final answer, or null where none comes within two seconds. */
export async function askOver(line: SipLine, text: string): Promise<SipMessage | null> {
  const { cseq, callId } = readSip(text);
  const answer = new Promise<SipMessage>((resolve) => {
    line.listen((each) => {
      if (each.status >= 200 && each.cseq === cseq && each.callId === callId) resolve(each);
    });
  });
  line.send(text);
  return await Promise.race([answer, new Promise<null>((resolve) => setTimeout(() => resolve(null), HEARS_WITHIN_MS))]);
}
