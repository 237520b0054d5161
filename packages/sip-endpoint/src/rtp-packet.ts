/** One RTP packet (RFC 3550 §5.1), without contributing sources, extension and padding. */
export interface RtpPacket {
  payloadType: number;
  marker: boolean;
  sequence: number;
  timestamp: number;
  ssrc: number;
  payload: Uint8Array;
}

const HEADER_BYTES = 12;

/** The packet in a datagram; null where it is no RTP (RTCP on the same port too, RFC 5761 §4). */
export function readRtp(datagram: Buffer): RtpPacket | null {
  const first = datagram[0] ?? 0;
  const second = datagram[1] ?? 0;
  if (datagram.length < HEADER_BYTES || first >> 6 !== 2 || (second >= 192 && second <= 223)) return null;

  let start = HEADER_BYTES + 4 * (first & 0x0f);
  if (first & 0x10) {
    if (datagram.length < start + 4) return null;
    start += 4 + 4 * datagram.readUInt16BE(start + 2);
  }
  const end = datagram.length - (first & 0x20 ? (datagram.at(-1) ?? 0) : 0);
  if (start > end) return null;
  return {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequence: datagram.readUInt16BE(2),
    timestamp: datagram.readUInt32BE(4),
    ssrc: datagram.readUInt32BE(8),
    payload: datagram.subarray(start, end),
  };
}

/** The packet as a datagram. */
export function writeRtp(packet: RtpPacket): Buffer {
  const datagram = Buffer.allocUnsafe(HEADER_BYTES + packet.payload.length);
  datagram[0] = 0x80;
  datagram[1] = (packet.marker ? 0x80 : 0) | packet.payloadType;
  datagram.writeUInt16BE(packet.sequence, 2);
  datagram.writeUInt32BE(packet.timestamp, 4);
  datagram.writeUInt32BE(packet.ssrc, 8);
  datagram.set(packet.payload, HEADER_BYTES);
  return datagram;
}

/** How far sequence number `to` lies ahead of `from`, modulo 2¹⁶: negative where it is older. */
export const sequenceDistance = (from: number, to: number) => ((to - from + 0x8000) & 0xffff) - 0x8000;
