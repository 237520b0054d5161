import { once } from 'node:events';
import { connect } from 'node:net';
import { readSip, type SipMessage } from '../../../../voice/testbed/sip-message.ts';

/** SIP over one TCP connection: messages in, messages out, by their Content-Length (RFC 3261 §18.3). */
export type SipLine = {
  readonly address: string;
  send(text: string): void;
  listen(listener: (message: SipMessage) => void): void;
  close(): void;
};

/** Connects to the side of the engine where callers are. */
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
