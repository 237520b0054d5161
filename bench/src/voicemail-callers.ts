import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * A worker thread: the sound of callers who leave messages. All hear and speak at one UDP port, each with a port of rtpengine's: from the
 * answer on they speak, PCMU of 20 ms each, and the first packet that comes back and is no silence is the first of the greeting.
 */
export type VoicemailOrder =
  /** A call is answered, at an instant of `Date.now()` with its fraction, and its sound is at this port. */
  { kind: 'answered'; port: number; at: number } | { kind: 'tell' } | { kind: 'stop' };
/** `promptMs`: from the answer to the greeting, of those that heard one; `answered`: how many there were since it was told last. */
export type VoicemailWord = { kind: 'ready'; port: number } | { kind: 'told'; answered: number; promptMs: number[] };

const HERE = '127.0.0.1';
const PACKET_MS = 20;
const HEADER_BYTES = 12;
const PAYLOAD_BYTES = 160;
const SILENCE = 0xff;
/** A loud line, up and down every half millisecond. */
const LOUD = Buffer.from(Array.from({ length: PAYLOAD_BYTES }, (_, at) => (at % 8 < 4 ? 0x8f : 0x0f)));
/** The greeting may be here before the word of the answer; what was heard at a port longer ago was another call. */
const AHEAD_MS = 1_000;

type Caller = { port: number; nextAt: number; endsAt: number; sequence: number };

const { talkMs } = workerData as { talkMs: number };
const socket = createSocket({ type: 'udp4', recvBufferSize: 4_000_000 });
socket.bind(0, HERE);
await once(socket, 'listening');
socket.on('message', (packet, { port }) => hear(packet, port));
socket.on('error', () => undefined);
const now = () => performance.timeOrigin + performance.now();
/** When each port was answered, as long as its greeting is awaited; and when it was heard first, as long as its answer is. */
const awaited = new Map<number, number>();
const heardFirst = new Map<number, number>();
const speaking = new Set<Caller>();
let answered = 0;
let promptMs: number[] = [];

parentPort?.on('message', (order: VoicemailOrder) => {
  switch (order.kind) {
    case 'answered':
      begin(order);
      return;
    case 'tell':
      say({ kind: 'told', answered, promptMs });
      [answered, promptMs] = [0, []];
      awaited.clear();
      return;
    case 'stop':
      clearInterval(pacing);
      socket.close();
      parentPort?.close();
  }
});
const pacing = setInterval(speak, 5);
say({ kind: 'ready', port: socket.address().port });

function begin({ port, at }: { port: number; at: number }): void {
  answered += 1;
  const heardAt = heardFirst.get(port);
  heardFirst.delete(port);
  if (heardAt !== undefined && at - heardAt < AHEAD_MS) promptMs.push(Math.max(0, heardAt - at));
  else awaited.set(port, at);
  speaking.add({ port, nextAt: now(), endsAt: at + talkMs, sequence: 0 });
}

function hear(packet: Buffer, port: number): void {
  if (packet.length <= HEADER_BYTES || isSilence(packet)) return;
  const at = awaited.get(port);
  if (at !== undefined) {
    promptMs.push(Math.max(0, now() - at));
    awaited.delete(port);
  } else if (now() - (heardFirst.get(port) ?? 0) > AHEAD_MS) {
    heardFirst.set(port, now());
  }
}

const isSilence = (packet: Buffer) => packet.subarray(HEADER_BYTES).every((octet) => octet === SILENCE);

function speak(): void {
  const instant = now();
  for (const caller of speaking) {
    if (instant > caller.endsAt) speaking.delete(caller);
    for (; caller.nextAt <= instant; caller.nextAt += PACKET_MS) sendNext(caller);
  }
}

function sendNext(caller: Caller): void {
  caller.sequence += 1;
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(0x80, 0);
  header.writeUInt16BE(caller.sequence & 0xffff, 2);
  header.writeUInt32BE((caller.sequence * PAYLOAD_BYTES) >>> 0, 4);
  header.writeUInt32BE(caller.port, 8);
  socket.send(Buffer.concat([header, LOUD]), caller.port, HERE);
}

function say(word: VoicemailWord): void {
  parentPort?.postMessage(word);
}
