import type { Socket } from 'node:dgram';
import type { RtpSockets } from './rtp-ports.ts';

/** Where sound goes to, or comes from. */
export type MediaAddress = { address: string; port: number };
export const isSame = (one: MediaAddress, other: MediaAddress) =>
  one.address === other.address && one.port === other.port;

/** Gives both ports of a leg back. */
export function closeSockets(sockets: RtpSockets): void {
  sockets.rtp.close();
  sockets.rtcp.close();
}

/** Sends a packet, or loses it: both sides count those, and there is nobody to tell. */
export function sendDatagram(socket: Socket, datagram: Buffer, to: MediaAddress): void {
  try {
    socket.send(datagram, to.port, to.address, () => {});
  } catch {
    // The far side names any port and address: at those that there are none of, `send` throws.
  }
}
