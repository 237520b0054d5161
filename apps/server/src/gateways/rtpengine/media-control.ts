import { createNgClient, MediaControlError, type NgClient } from '@farline/engine';
import { z } from 'zod';

/** One side of a call: SIP Call-ID and the side's own tag (the caller's From tag, or the callee's To tag). */
type Side = { sipCallId: string; tag: string };

/** What rtpengine knows of one side's packets. */
type SideReading = {
  tag: string;
  /** Its medium is sendrecv. While it is on hold, or was put on hold, its silence means nothing. */
  sends: boolean;
  /** When its last RTP came, in whole seconds; null before the first. */
  lastPacketAt: Date | null;
  /** When its last RTP or RTCP came, in whole seconds; null before the first. */
  lastSignAt: Date | null;
  /**
   * How many packets of RTP and RTCP it took. What it refuses, because it comes from elsewhere, it counts as an error and as a packet of
   * this side, and moves the times of the last ones. Modulo 2^31: it is only compared.
   */
  packetsTaken: number;
  /** False while its sound is encrypted by DTLS and no key is agreed: nothing reaches it. */
  isConnected: boolean;
  packets: number;
  octets: number;
  /** Share of its packets that did not arrive here; null while unknown. */
  lossPercent: number | null;
};

/** What the server asks of rtpengine. Each rejects with MediaControlError when it is refused or not answered within a second. */
export type MediaControl = {
  /** Plays an 8 kHz WAV file, readable by rtpengine, to this side. Block the other side first: both would be heard. */
  playMedia(side: Side, file: string): Promise<{ durationMs: number }>;
  stopMedia(side: Side): Promise<void>;
  /** From now on nothing that this side sends is passed on. */
  blockMedia(side: Side): Promise<void>;
  unblockMedia(side: Side): Promise<void>;
  /** Null for a call that rtpengine does not know (any more). */
  query(sipCallId: string): Promise<{ sides: SideReading[] } | null>;
  /** For how long it has run, in whole seconds, rounded up. */
  uptimeSeconds(): Promise<number>;
  /** Forgets the call; one that is unknown is forgotten already. */
  deleteCall(sipCallId: string): Promise<void>;
  /** Whether rtpengine answers. */
  answers(): Promise<boolean>;
  close(): void;
};

const stream = z.object({
  'last packet': z.number(),
  flags: z.array(z.string()).default([]),
  SSRC: z.number().optional(),
  stats: z.object({ packets: z.number(), bytes: z.number(), errors: z.number() }),
});
const medium = z.object({ flags: z.array(z.string()), streams: z.array(stream).default([]) });
const side = z.object({
  /** Empty for a trunk that was tried and did not answer. */
  tag: z.string(),
  medias: z.array(medium).default([]),
});
const queried = z.object({
  tags: z.record(z.string(), side),
  /** What the receivers' RTCP said about each source. */
  SSRC: z
    .record(z.string(), z.object({ 'average MOS': z.object({ 'packet loss': z.number() }).optional() }))
    .default({}),
});

const uptime = z.object({ statistics: z.object({ totalstatistics: z.object({ uptime: z.coerce.number().int() }) }) });

const MOST_PACKETS = 2 ** 31;

/** Control of the media of calls, at rtpengine's ng port. */
export function createMediaControl({ address }: { address: { host: string; port: number } }): MediaControl {
  const client = createNgClient(address);
  const ofSide = (side: Side) => ({ 'call-id': side.sipCallId, 'from-tag': side.tag });
  return {
    async playMedia(side, file) {
      const reply = await client.command('play media', { ...ofSide(side), file });
      return { durationMs: Number(reply['duration'] ?? 0) };
    },
    stopMedia: async (side) => void (await client.command('stop media', ofSide(side))),
    blockMedia: async (side) => void (await client.command('block media', ofSide(side))),
    unblockMedia: async (side) => void (await client.command('unblock media', ofSide(side))),
    async query(sipCallId) {
      const reply = await unlessUnknown(client.command('query', { 'call-id': sipCallId }));
      return reply === null ? null : readSides(queried.parse(reply));
    },
    async deleteCall(sipCallId) {
      await unlessUnknown(client.command('delete', { 'call-id': sipCallId, 'delete-delay': 0 }));
    },
    async uptimeSeconds() {
      const { statistics } = uptime.parse(await client.command('statistics', {}));
      return statistics.totalstatistics.uptime + 1;
    },
    async answers() {
      const reply = await client.command('ping', {});
      return reply['result'] === 'pong';
    },
    close: () => client.close(),
  };
}

async function unlessUnknown(reply: ReturnType<NgClient['command']>): Promise<Awaited<typeof reply> | null> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof MediaControlError && /unknown call/i.test(error.reason)) return null;
    throw error;
  }
}

function readSides({ tags, SSRC: sources }: z.infer<typeof queried>): { sides: SideReading[] } {
  const sides = Object.values(tags)
    .filter(({ tag }) => tag !== '')
    .map(({ tag, medias }) => {
      const all = medias.flatMap(({ streams }) => streams);
      const rtp = all.filter(({ flags }) => flags.includes('RTP'));
      const losses = rtp.flatMap((each) => sources[String(each.SSRC)]?.['average MOS']?.['packet loss'] ?? []);
      return {
        tag,
        // rtpengine's view: it expects to receive from this side, and to send to it.
        sends: medias.some(({ flags }) => flags.includes('recv') && flags.includes('send')),
        isConnected: medias.every(isConnected),
        lastPacketAt: lastOf(rtp),
        lastSignAt: lastOf(all),
        packetsTaken: sum(all.map(({ stats }) => stats.packets - stats.errors)) % MOST_PACKETS,
        packets: sum(rtp.map(({ stats }) => stats.packets)),
        octets: sum(rtp.map(({ stats }) => stats.bytes)),
        lossPercent: losses.length === 0 ? null : Math.max(...losses),
      };
    });
  return { sides };
}

/** Once the fingerprint of who speaks DTLS is verified, its keys are there (RFC 5763 §5). */
function isConnected({ flags, streams }: z.infer<typeof medium>): boolean {
  if (!flags.includes('DTLS-SRTP')) return true;
  return streams.some((each) => each.flags.includes('RTP') && each.flags.includes('DTLS fingerprint verified'));
}

/** rtpengine counts from the making of a stream: one that got nothing has no last packet, nor one that took nothing of what came. */
function lastOf(streams: z.infer<typeof stream>[]): Date | null {
  const heard = streams.filter(({ stats }) => stats.packets > 0 && stats.packets !== stats.errors);
  return heard.length === 0 ? null : new Date(Math.max(...heard.map((each) => each['last packet'])) * 1000);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
