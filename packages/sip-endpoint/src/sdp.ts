import type { Encoding } from './g711.ts';

/** Which way sound goes, as the writer of a description sees it (RFC 3264 §5.1). */
export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** What a description says of its audio that we can carry: plain RTP with G.711. */
export interface AudioDescription {
  address: string;
  port: number;
  rtcpPort: number;
  /** In the order of preference; never empty. */
  encodings: Encoding[];
  /** Payload type of telephone-event/8000, where it is offered. */
  eventPayloadType: number | null;
  direction: Direction;
}

/** A parsed description: its `m=` lines, and the first of them that is audio we can carry. */
export interface SessionDescription {
  mediaLines: string[];
  audio: (AudioDescription & { index: number }) | null;
}

/** RTP payload types of G.711 (RFC 3551 §6). */
export const PAYLOAD_TYPE: Record<Encoding, number> = { PCMU: 0, PCMA: 8 };
/** By payload type; undefined: of what is no sound, or none that we know. */
export const ENCODING_OF: Partial<Record<string, Encoding>> = { '0': 'PCMU', '8': 'PCMA' };

/** Reads a session description (RFC 4566). What is malformed reads as no audio. */
export function readSdp(text: string): SessionDescription {
  const [session = [], ...sections] = splitSections(text);
  const media = sections.map((lines) => readAudio(lines, session));
  const index = media.findIndex((audio) => audio !== null);
  const audio = media[index];
  return { mediaLines: sections.map(([line = '']) => line), audio: audio ? { ...audio, index } : null };
}

function splitSections(text: string): string[][] {
  const sections: string[][] = [[]];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('m=')) sections.push([]);
    sections.at(-1)?.push(line);
  }
  return sections;
}

function readAudio(lines: string[], session: string[]): AudioDescription | null {
  const media = /^m=audio (\d+) RTP\/AVPF? ([\d ]+)$/.exec(lines[0]?.trim() ?? '');
  const connection = findLine(lines, /^c=IN IP[46] (\S+)/) ?? findLine(session, /^c=IN IP[46] (\S+)/);
  const port = Number(media?.[1] ?? 0);
  const payloadTypes = media?.[2]?.split(' ') ?? [];
  const encodings = payloadTypes.flatMap((type) => ENCODING_OF[type] ?? []);
  if (port === 0 || port > 65535 || !connection?.[1] || encodings.length === 0) return null;

  const rtcp = findLine(lines, /^a=rtcp:(\d+)/);
  const event = findLine(lines, /^a=rtpmap:(\d+) telephone-event\/8000/i);
  const direction = findLine(lines, DIRECTION) ?? findLine(session, DIRECTION);
  return {
    address: connection[1],
    port,
    rtcpPort: rtcp ? Number(rtcp[1]) : port + 1,
    encodings,
    eventPayloadType: event?.[1] && payloadTypes.includes(event[1]) ? Number(event[1]) : null,
    // An address of zeros is the old way to hold (RFC 2543 appendix B.5).
    direction: connection[1] === '0.0.0.0' ? 'inactive' : ((direction?.[1] as Direction | undefined) ?? 'sendrecv'),
  };
}

const DIRECTION = /^a=(sendrecv|sendonly|recvonly|inactive)\s*$/;

function findLine(lines: string[], pattern: RegExp): RegExpExecArray | null {
  for (const line of lines) {
    const match = pattern.exec(line);
    if (match) return match;
  }
  return null;
}

/** Our side of a description. `version` rises with every change (RFC 3264 §8). */
export interface OwnSide {
  address: string;
  port: number;
  sessionId: number;
  version: number;
}

/** What is to be carried, and which way. */
export type Sound = Pick<AudioDescription, 'encodings' | 'eventPayloadType' | 'direction'>;

/** An offer of both encodings and key presses. */
export function writeOffer(own: OwnSide): string {
  return writeSound(own, { encodings: ['PCMU', 'PCMA'], eventPayloadType: 101, direction: 'sendrecv' });
}

/** A description of one sound, as an offer or as the answer to an offer of one. */
export function writeSound(own: OwnSide, sound: Sound): string {
  return [...sessionLines(own), ...audioLines(own, sound)].join('\r\n').concat('\r\n');
}

/** The answer to an offer that has audio we can carry: its first encoding, its key presses, everything else refused. */
export function writeAnswer(
  offer: SessionDescription,
  audio: AudioDescription & { index: number },
  own: OwnSide,
): string {
  const sections = offer.mediaLines.flatMap((line, index) =>
    index === audio.index
      ? audioLines(own, { ...audio, encodings: audio.encodings.slice(0, 1), direction: ANSWER_TO[audio.direction] })
      : [line.trim().replace(/^m=(\S+) \d+/, 'm=$1 0')],
  );
  return [...sessionLines(own), ...sections].join('\r\n').concat('\r\n');
}

const ANSWER_TO: Record<Direction, Direction> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

/** The direction that answers an offered one. */
export const mirrored = (direction: Direction): Direction => ANSWER_TO[direction];

/** Whether the writer of a description of this direction listens. */
export const listens = (direction: Direction) => direction === 'sendrecv' || direction === 'recvonly';

const addressKind = (address: string) => (address.includes(':') ? 'IP6' : 'IP4');

function sessionLines(own: OwnSide): string[] {
  const at = `IN ${addressKind(own.address)} ${own.address}`;
  return ['v=0', `o=- ${own.sessionId} ${own.version} ${at}`, 's=-', `c=${at}`, 't=0 0'];
}

function audioLines(own: OwnSide, audio: Sound): string[] {
  const types = audio.encodings.map((encoding) => PAYLOAD_TYPE[encoding]);
  const event = audio.eventPayloadType;
  return [
    `m=audio ${own.port} RTP/AVP ${[...types, ...(event === null ? [] : [event])].join(' ')}`,
    ...audio.encodings.map((encoding) => `a=rtpmap:${PAYLOAD_TYPE[encoding]} ${encoding}/8000`),
    ...(event === null ? [] : [`a=rtpmap:${event} telephone-event/8000`, `a=fmtp:${event} 0-15`]),
    'a=ptime:20',
    `a=rtcp:${own.port + 1}`,
    `a=${audio.direction}`,
  ];
}
