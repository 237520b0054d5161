import { createSocket, type Socket } from 'node:dgram';

/** The sockets of one leg: RTP on an even port, RTCP on the next (RFC 3550 §11). */
export interface RtpSockets {
  rtp: Socket;
  rtcp: Socket;
  port: number;
}

/** All ports of the range are taken. */
export class NoRtpPortFree extends Error {}

/** Hands out pairs of UDP ports from a range, in turn, so that a port rests before another call gets it. */
export class RtpPorts {
  readonly #first: number;
  readonly #pairs: number;
  #next: number;

  constructor(range: { from: number; to: number }) {
    this.#first = range.from + (range.from % 2);
    this.#pairs = Math.floor((range.to - this.#first + 1) / 2);
    if (this.#pairs < 1) throw new Error(`The RTP ports ${range.from}-${range.to} hold no pair of ports.`);
    this.#next = Math.floor(Math.random() * this.#pairs);
  }

  /** Two bound sockets. Throws `NoRtpPortFree` when every pair of the range is in use. */
  async open(host: string): Promise<RtpSockets> {
    for (let tried = 0; tried < this.#pairs; tried++) {
      const port = this.#first + 2 * this.#next;
      this.#next = (this.#next + 1) % this.#pairs;
      const rtp = await bindIfFree(host, port);
      if (!rtp) continue;
      let rtcp: Socket | null = null;
      try {
        rtcp = await bindIfFree(host, port + 1);
      } finally {
        if (!rtcp) rtp.close();
      }
      if (rtcp) return { rtp, rtcp, port };
    }
    throw new NoRtpPortFree(`All ${this.#pairs} pairs of RTP ports are in use.`);
  }
}

async function bindIfFree(host: string, port: number): Promise<Socket | null> {
  try {
    return await bindUdp(host, port);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null;
    throw error;
  }
}

/** A bound UDP socket of IPv4 or IPv6, after the host. */
export function bindUdp(host: string, port: number, options: { recvBufferSize?: number } = {}): Promise<Socket> {
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', ...options });
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => {
      socket.close();
      reject(error);
    });
    socket.bind({ address: host, port, exclusive: true }, () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}
