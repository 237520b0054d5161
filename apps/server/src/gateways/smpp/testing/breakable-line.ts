import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

const DELIVER_SM_RESP = 0x8000_0005;
const SHORTEST_PDU = 16;

/** The line between us and a carrier, as a network that a test breaks. Each connection to `port` is one to the carrier. */
export type BreakableLine = {
  port: number;
  /** From now on nothing that we say arrives, and nobody notices. */
  withhold(): void;
  /** Answers to deliveries that we wrote and that didn't arrive. */
  lostAnswers(): number;
  /** Ends every connection at both ends. The next one works again. */
  break(): void;
  close(): Promise<void>;
};

export async function breakableLine(carrierPort: number): Promise<BreakableLine> {
  const sockets = new Set<Socket>();
  let isWithholding = false;
  let withheld: Buffer[] = [];
  const server = createServer((ours) => {
    const theirs = connect(carrierPort, '127.0.0.1');
    for (const [one, other] of [
      [ours, theirs],
      [theirs, ours],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
    }
    ours.on('data', (octets: Buffer) => void (isWithholding ? withheld.push(octets) : theirs.write(octets)));
    theirs.pipe(ours);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const where = server.address();
  if (where === null || typeof where === 'string') throw new Error('a server on a port has an address');
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
    isWithholding = false;
    withheld = [];
  };
  return {
    port: where.port,
    withhold: () => {
      isWithholding = true;
    },
    lostAnswers: () => commandsIn(Buffer.concat(withheld)).filter((command) => command === DELIVER_SM_RESP).length,
    break: breakAll,
    async close() {
      const closed = once(server, 'close');
      server.close();
      breakAll();
      await closed;
    },
  };
}

/** The commands of the PDUs that are whole (SMPP 3.4 section 3.2): each begins with its length and its command. */
function commandsIn(octets: Buffer): number[] {
  const commands: number[] = [];
  for (let at = 0; at + SHORTEST_PDU <= octets.length; at += Math.max(SHORTEST_PDU, octets.readUInt32BE(at))) {
    commands.push(octets.readUInt32BE(at + 4));
  }
  return commands;
}
