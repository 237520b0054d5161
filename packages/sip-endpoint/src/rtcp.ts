/** What a report says of a stream that its writer hears (RFC 3550 §6.4.1). */
export interface ReportBlock {
  ssrc: number;
  /** Share of the packets lost since the last report, in 1/256. */
  fractionLost: number;
  lost: number;
  highest: number;
  jitterTicks: number;
  /** Middle 32 bits of the NTP time of the last sender report heard, and what passed since, in 1/65536 s. */
  lastSenderReport: number;
  delaySinceLast: number;
}

/** What a sender tells of itself. */
export interface SenderFacts {
  wallClockMs: number;
  timestamp: number;
  packets: number;
  octets: number;
}

const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const SOURCE_DESCRIPTION = 202;
const CANONICAL_NAME = 1;
const NTP_EPOCH_SECONDS = 2208988800;

/** A compound packet: a sender's or receiver's report, then the canonical name (RFC 3550 §6.1). */
export function writeRtcp(report: {
  ssrc: number;
  name: string;
  sender: SenderFacts | null;
  block: ReportBlock | null;
}): Buffer {
  const body = Buffer.concat([
    ...(report.sender ? [senderBytes(report.sender)] : []),
    ...(report.block ? [blockBytes(report.block)] : []),
  ]);
  const kind = report.sender ? SENDER_REPORT : RECEIVER_REPORT;
  const name = Buffer.from(report.name, 'latin1').subarray(0, 255);
  const item = Buffer.concat([Buffer.of(CANONICAL_NAME, name.length), name, Buffer.alloc(4 - ((2 + name.length) % 4))]);
  return Buffer.concat([
    packet({ kind, count: report.block ? 1 : 0, ssrc: report.ssrc, body }),
    packet({ kind: SOURCE_DESCRIPTION, count: 1, ssrc: report.ssrc, body: item }),
  ]);
}

function packet(parts: { kind: number; count: number; ssrc: number; body: Buffer }): Buffer {
  const head = Buffer.alloc(8);
  head[0] = 0x80 | parts.count;
  head[1] = parts.kind;
  head.writeUInt16BE(1 + parts.body.length / 4, 2);
  head.writeUInt32BE(parts.ssrc, 4);
  return Buffer.concat([head, parts.body]);
}

function senderBytes(sender: SenderFacts): Buffer {
  const bytes = Buffer.alloc(20);
  bytes.writeUInt32BE((Math.floor(sender.wallClockMs / 1000) + NTP_EPOCH_SECONDS) >>> 0, 0);
  bytes.writeUInt32BE(Math.floor(((sender.wallClockMs % 1000) / 1000) * 2 ** 32), 4);
  bytes.writeUInt32BE(sender.timestamp, 8);
  bytes.writeUInt32BE(sender.packets >>> 0, 12);
  bytes.writeUInt32BE(sender.octets >>> 0, 16);
  return bytes;
}

function blockBytes(block: ReportBlock): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeUInt32BE(block.ssrc, 0);
  bytes.writeUInt32BE(((block.fractionLost << 24) | (block.lost & 0xffffff)) >>> 0, 4);
  bytes.writeUInt32BE(block.highest >>> 0, 8);
  bytes.writeUInt32BE(block.jitterTicks >>> 0, 12);
  bytes.writeUInt32BE(block.lastSenderReport, 16);
  bytes.writeUInt32BE(block.delaySinceLast >>> 0, 20);
  return bytes;
}

/** What a compound packet says: when its writer sent (middle 32 bits of NTP time), and what it heard of whom. */
export interface HeardRtcp {
  senderReport: number | null;
  blocks: ReportBlock[];
}

/** Reads a compound packet; what is malformed or of another kind is passed over. */
export function readRtcp(datagram: Buffer): HeardRtcp {
  const heard: HeardRtcp = { senderReport: null, blocks: [] };
  for (let at = 0; at + 8 <= datagram.length; ) {
    const end = at + 4 + 4 * datagram.readUInt16BE(at + 2);
    if ((datagram[at] ?? 0) >> 6 !== 2 || end > datagram.length) return heard;
    const kind = datagram[at + 1];
    const count = (datagram[at] ?? 0) & 0x1f;
    if (kind === SENDER_REPORT && end - at >= 28) {
      heard.senderReport = datagram.readUInt32BE(at + 10);
      heard.blocks.push(...readBlocks(datagram.subarray(at + 28, end), count));
    }
    if (kind === RECEIVER_REPORT) heard.blocks.push(...readBlocks(datagram.subarray(at + 8, end), count));
    at = end;
  }
  return heard;
}

function readBlocks(bytes: Buffer, count: number): ReportBlock[] {
  return Array.from({ length: Math.min(count, Math.floor(bytes.length / 24)) }, (_, i) => {
    const at = i * 24;
    return {
      ssrc: bytes.readUInt32BE(at),
      fractionLost: bytes[at + 4] ?? 0,
      lost: bytes.readIntBE(at + 5, 3),
      highest: bytes.readUInt32BE(at + 8),
      jitterTicks: bytes.readUInt32BE(at + 12),
      lastSenderReport: bytes.readUInt32BE(at + 16),
      delaySinceLast: bytes.readUInt32BE(at + 20),
    };
  });
}

/** The middle 32 bits of the NTP time: seconds in 1/65536, which wrap every 18 hours. */
export const middleOfNtp = (wallClockMs: number) =>
  Math.floor((wallClockMs / 1000 + NTP_EPOCH_SECONDS) * 65536) % 2 ** 32;
