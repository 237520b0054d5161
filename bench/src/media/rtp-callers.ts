import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { quantile } from '../measured.ts';
import { createSrtpStream, type SrtpStream } from '@farline/tools/srtp';

/**
 * A worker thread: the media of many callers, PCMU of 20 ms each, 50 packets a second, spread evenly over the 20 ms. Each packet
 * carries the instant at which it left; what comes back is counted once. With keys it is SRTP, and what was not signed with theirs does not count.
 */
export type CallersOrder =
  /** A caller's far end is known: it speaks from now on. */
  | { kind: 'speak'; caller: number; port: number; keys: SrtpKeys | null }
  /** What leaves from now on counts, until `tell`. */
  | { kind: 'count' }
  | { kind: 'tell' }
  | { kind: 'stop' };
/** What each side encrypts with, as `a=crypto` says it (RFC 4568). */
export type SrtpKeys = { ours: string; theirs: string };
export type CallersWord =
  | { kind: 'ready'; ports: number[] }
  | { kind: 'told'; sent: number; returned: number; roundTripMs: { p50: number; p99: number; worst: number } };

const PACKET_MS = 20;
const HEADER_BYTES = 12;
const PAYLOAD_BYTES = 160;
const PCMU_SILENCE = 0xff;
/** Stands behind the header: what packet of the count this is (0: none), and when it left. */
const COUNTED_AT = HEADER_BYTES;
const LEFT_AT = HEADER_BYTES + 4;
/** What comes later than this after the last packet is lost. */
const PATIENCE_MS = 2_000;

type Stream = {
  socket: Socket;
  packet: Buffer;
  sequence: number;
  nextAt: number;
  isSpeaking: boolean;
  srtp: { out: SrtpStream; in: SrtpStream } | null;
};

const { callers } = workerData as { callers: number };
const streams = await Promise.all(Array.from({ length: callers }, (_, caller) => openStream(caller)));
let isCounting = false;
let isStopped = false;
let sent = 0;
let roundTrips: number[] = [];

parentPort?.on('message', (order: CallersOrder) => {
  switch (order.kind) {
    case 'speak':
      speak(order);
      return;
    case 'count':
      isCounting = true;
      return;
    case 'tell':
      isCounting = false;
      setTimeout(tell, PATIENCE_MS);
      return;
    case 'stop':
      isStopped = true;
      for (const { socket } of streams) socket.close();
      parentPort?.close();
  }
});
say({ kind: 'ready', ports: streams.map(({ socket }) => socket.address().port) });
sendWhatIsDue();

async function openStream(caller: number): Promise<Stream> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 500_000 });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('error', () => undefined);
  const packet = Buffer.alloc(HEADER_BYTES + PAYLOAD_BYTES, PCMU_SILENCE);
  packet.writeUInt8(0x80, 0);
  packet.writeUInt8(0, 1);
  packet.writeUInt32BE(0x1000 + caller, 8);
  const stream: Stream = { socket, packet, sequence: 0, nextAt: 0, isSpeaking: false, srtp: null };
  socket.on('message', (heard) => hear(stream, heard));
  return stream;
}

function speak({ caller, port, keys }: Extract<CallersOrder, { kind: 'speak' }>): void {
  const stream = streams[caller];
  if (stream === undefined) return;
  if (keys !== null) stream.srtp = { out: streamOf(keys.ours), in: streamOf(keys.theirs) };
  stream.socket.connect(port, '127.0.0.1', () => {
    stream.nextAt = performance.now() + (caller * PACKET_MS) / callers;
    stream.isSpeaking = true;
  });
}

const streamOf = (key: string) => createSrtpStream(Buffer.from(key, 'base64'));

/** A late wake-up sends what is due and keeps the pace: nothing is left out. */
function sendWhatIsDue(): void {
  if (isStopped) return;
  const now = performance.now();
  for (const stream of streams) {
    for (; stream.isSpeaking && stream.nextAt <= now; stream.nextAt += PACKET_MS) sendNext(stream);
  }
  setTimeout(sendWhatIsDue, 1);
}

function sendNext(stream: Stream): void {
  const { packet } = stream;
  stream.sequence += 1;
  packet.writeUInt16BE(stream.sequence & 0xffff, 2);
  packet.writeUInt32BE((stream.sequence * PAYLOAD_BYTES) >>> 0, 4);
  packet.writeUInt32BE(isCounting ? sent + 1 : 0, COUNTED_AT);
  packet.writeDoubleBE(performance.now(), LEFT_AT);
  if (isCounting) sent += 1;
  // Its own copy: the packet is written anew before the kernel may have taken this one.
  stream.socket.send(stream.srtp?.out.protect(packet) ?? Buffer.from(packet));
}

function hear({ srtp }: Stream, heard: Buffer): void {
  const packet = srtp === null ? heard : srtp.in.unprotect(heard);
  if (packet === null || packet.length < HEADER_BYTES + PAYLOAD_BYTES) return;
  const number = packet.readUInt32BE(COUNTED_AT);
  if (number === 0 || roundTrips[number] !== undefined) return;
  roundTrips[number] = performance.now() - packet.readDoubleBE(LEFT_AT);
}

function tell(): void {
  const took = roundTrips.filter((ms) => ms !== undefined);
  const roundTripMs = { p50: quantile(took, 0.5), p99: quantile(took, 0.99), worst: quantile(took, 1) };
  say({ kind: 'told', sent, returned: took.length, roundTripMs });
  sent = 0;
  roundTrips = [];
}

function say(word: CallersWord): void {
  parentPort?.postMessage(word);
}
