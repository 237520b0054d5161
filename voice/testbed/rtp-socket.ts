import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createSrtpStream } from '@farline/tools/srtp';

const RTP_HEADER_BYTES = 12;
const FRAME_SAMPLES = 160;
/** By their event codes (RFC 4733 §3.2). */
const KEYS = '0123456789*#ABCD';

/** One UDP socket that sends plain RTP (PCMU, RFC 3551) and notes whose packets came in. */
export type RtpSocket = {
  readonly address: string;
  readonly port: number;
  /** Its own synchronisation source. */
  readonly source: number;
  /** How often it has spoken. */
  spoken(): number;
  /** How many packets of any kind came in. */
  received(): number;
  /** How many RTP packets of this synchronisation source came in. */
  heard(source: number): number;
  /** Of those, how many had this payload type. */
  heardPayload(source: number, payloadType: number): number;
  /** The keys that were pressed (RFC 4733 §2.3, under this payload type), each as often as it began. */
  digits(payloadType: number): string;
  /** Sends one packet now and one each `everyMs`, to each of these ports in turn. */
  speakTo(host: string, ports: readonly number[], everyMs: number): void;
  fallSilent(): void;
  close(): void;
};

/**
 * Opens it at an address of loopback, on a random port or the given one. With a key (`a=crypto` without `inline:`, RFC 4568 §6.1) what it
 * says is encrypted, to one port alone; what it hears is counted as it comes.
 */
export async function openRtpSocket(address = '127.0.0.1', port = 0, srtpKey?: string): Promise<RtpSocket> {
  const socket = createSocket('udp4');
  socket.bind(port, address);
  await once(socket, 'listening');
  const source = randomBytes(4).readUInt32BE();
  const heard = new Map<string, number>();
  const pressed = new Map<string, string>();
  let received = 0;
  socket.on('message', (packet) => {
    received += 1;
    if (packet.length <= RTP_HEADER_BYTES) return;
    const key = `${packet.readUInt32BE(8)}:${(packet[1] ?? 0) & 0x7f}`;
    heard.set(key, (heard.get(key) ?? 0) + 1);
    // All packets of one event have its timestamp.
    const event = `${(packet[1] ?? 0) & 0x7f}:${packet.readUInt32BE(4)}`;
    pressed.set(event, KEYS[packet[RTP_HEADER_BYTES] ?? KEYS.length] ?? '');
  });
  let timer: ReturnType<typeof setInterval> | undefined;
  let sequence = 0;
  const srtp = srtpKey === undefined ? null : createSrtpStream(Buffer.from(srtpKey, 'base64'));

  return {
    address,
    port: socket.address().port,
    source,
    spoken: () => sequence,
    received: () => received,
    heard: (from) => [...heard].reduce((sum, [key, count]) => (key.startsWith(`${from}:`) ? sum + count : sum), 0),
    heardPayload: (from, payloadType) => heard.get(`${from}:${payloadType}`) ?? 0,
    digits: (payloadType) =>
      [...pressed].map(([event, key]) => (event.startsWith(`${payloadType}:`) ? key : '')).join(''),
    speakTo(host, ports, everyMs) {
      clearInterval(timer);
      const speak = () => {
        sequence += 1;
        const packet = rtpPacket(sequence, source);
        for (const to of ports) socket.send(srtp?.protect(packet) ?? packet, to, host);
      };
      speak();
      timer = setInterval(speak, everyMs);
    },
    fallSilent: () => clearInterval(timer),
    close() {
      clearInterval(timer);
      socket.close();
    },
  };
}

function rtpPacket(sequence: number, source: number): Buffer {
  const packet = Buffer.alloc(RTP_HEADER_BYTES + FRAME_SAMPLES, 0xff);
  packet[0] = 0x80;
  packet[1] = 0;
  packet.writeUInt16BE(sequence & 0xffff, 2);
  packet.writeUInt32BE((sequence * FRAME_SAMPLES) >>> 0, 4);
  packet.writeUInt32BE(source, 8);
  return packet;
}
