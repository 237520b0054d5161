import { randomBytes } from 'node:crypto';
import { type Socket, createSocket } from 'node:dgram';
import { type Bencoded, decodeBencode, encodeBencode } from './bencode.ts';

const TRIES = 5;
const TRY_MS = 200;

/** rtpengine did not answer in time, or refused; `reason` is its own word for it. */
export class MediaControlError extends Error {
  readonly reason: string;

  constructor(command: string, reason: string) {
    super(`rtpengine: ${command}: ${reason}`);
    this.reason = reason;
  }
}

/** A client of rtpengine's ng protocol. */
export type NgClient = {
  /** Sends a command and gives its answer. Repeats it over UDP (rtpengine does it once), then throws MediaControlError. */
  command(name: string, words: Record<string, Bencoded>): Promise<Record<string, Bencoded>>;
  /** Commands under way, and those given later, are without answer. */
  close(): void;
};

/** A client of the rtpengine at this address, on a socket of its own that keeps no process alive. */
export function createNgClient(address: { host: string; port: number }): NgClient {
  const waiting = new Map<string, (reply: Bencoded | null) => void>();
  let isClosed = false;
  const session = randomBytes(4).toString('hex');
  let lastCookie = 0;
  const socket: Socket = createSocket(address.host.includes(':') ? 'udp6' : 'udp4');
  socket.unref();
  // Nobody at the port is a time-out like any other.
  socket.on('error', () => {});
  socket.on('message', (bytes) => {
    const space = bytes.indexOf(0x20);
    const settle = waiting.get(bytes.toString('latin1', 0, Math.max(space, 0)));
    if (settle === undefined) return;
    try {
      settle(decodeBencode(bytes.subarray(space + 1)));
    } catch {
      settle({ result: 'error', 'error-reason': 'an answer that cannot be read' });
    }
  });

  return {
    async command(name, words) {
      const cookie = `${session}_${++lastCookie}`;
      const reply = await exchange(cookie, `${cookie} ${encodeBencode({ ...words, command: name })}`);
      if (reply === null) throw new MediaControlError(name, 'no answer');
      if (typeof reply !== 'object' || Array.isArray(reply))
        throw new MediaControlError(name, 'an answer that is no dictionary');
      if (reply['result'] !== 'ok' && reply['result'] !== 'pong') {
        throw new MediaControlError(name, JSON.stringify(reply['error-reason'] ?? reply['result']));
      }
      return reply;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      for (const settle of [...waiting.values()]) settle(null);
      socket.close();
    },
  };

  function exchange(cookie: string, text: string): Promise<Bencoded | null> {
    return new Promise((resolve) => {
      if (isClosed) return resolve(null);
      let tries = 0;
      const attempt = () => {
        if (tries++ === TRIES) return settle(null);
        socket.send(text, address.port, address.host);
      };
      const timer = setInterval(attempt, TRY_MS);
      const settle = (reply: Bencoded | null) => {
        clearInterval(timer);
        waiting.delete(cookie);
        resolve(reply);
      };
      waiting.set(cookie, settle);
      attempt();
    });
  }
}
