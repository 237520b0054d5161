import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { decode, encode, sineTone, toneShare } from '@farline/sip-endpoint';

/** What the phone says: a tone that speech is not taken for. */
export const TONE_HZ = 1_004;
const FRAME_MS = 20;
const FRAME_SAMPLES = 160;
const WINDOW_SAMPLES = 800;
const RTP_HEADER_BYTES = 12;

/** A tenth of a second of what was heard: whether it sounded at all, and how much of it was our own tone coming back. */
export type HeardWindow = { at: number; isLoud: boolean; toneShare: number };

/** One side's sound: a steady tone goes out, what comes in is listened to. */
export type VoiceMedia = {
  readonly port: number;
  /** Its own synchronisation source. */
  readonly source: number;
  readonly heard: readonly HeardWindow[];
  /** The synchronisation sources that came in. */
  readonly sources: ReadonlySet<number>;
  speakTo(address: { host: string; port: number }): void;
  fallSilent(): void;
  close(): void;
};

/** Opens a UDP port for PCMU (RFC 3551). Nothing is sent before `speakTo`. */
export async function openVoiceMedia(): Promise<VoiceMedia> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const heard: HeardWindow[] = [];
  const sources = new Set<number>();
  let window: number[] = [];
  socket.on('message', (packet) => {
    if (packet.length <= RTP_HEADER_BYTES || ((packet[1] ?? 0) & 0x7f) !== 0) return;
    sources.add(packet.readUInt32BE(8));
    window.push(...decode('PCMU', packet.subarray(RTP_HEADER_BYTES)));
    if (window.length < WINDOW_SAMPLES) return;
    const samples = Int16Array.from(window);
    window = [];
    heard.push({ at: Date.now(), isLoud: loudness(samples) > 200, toneShare: toneShare(samples, TONE_HZ) });
  });

  // A whole number of periods, so that the tone goes on without a click.
  const sound = encode('PCMU', sineTone({ frequencyHz: TONE_HZ, durationMs: 1_000 }));
  const source = randomBytes(4).readUInt32BE();
  let target: { host: string; port: number } | null = null;
  let sent = 0;
  const startedAt = Date.now();
  const timer = setInterval(() => {
    const due = Math.floor((Date.now() - startedAt) / FRAME_MS);
    for (; sent < due; sent++) {
      // Port 0: the description has refused its sound (RFC 3264 §6).
      if (target === null || target.port === 0) continue;
      const from = (sent * FRAME_SAMPLES) % sound.length;
      socket.send(
        rtp({ sequence: sent, ssrc: source, payload: sound.subarray(from, from + FRAME_SAMPLES) }),
        target.port,
        target.host,
      );
    }
  }, FRAME_MS);

  return {
    port: socket.address().port,
    source,
    heard,
    sources,
    speakTo: (address) => void (target = address),
    fallSilent: () => void (target = null),
    close: () => {
      clearInterval(timer);
      socket.close();
    },
  };
}

function loudness(samples: Int16Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

function rtp({ sequence, ssrc, payload }: { sequence: number; ssrc: number; payload: Uint8Array }): Buffer {
  const packet = Buffer.alloc(RTP_HEADER_BYTES + payload.length);
  packet[0] = 0x80;
  packet.writeUInt16BE(sequence & 0xffff, 2);
  packet.writeUInt32BE((sequence * FRAME_SAMPLES) >>> 0, 4);
  packet.writeUInt32BE(ssrc, 8);
  packet.set(payload, RTP_HEADER_BYTES);
  return packet;
}
