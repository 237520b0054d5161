import { decode, type Encoding } from './g711.ts';
import type { RtpPacket } from './rtp-packet.ts';

/** A packet of sound as it came in. */
export interface HeardAudio {
  /** In samples. */
  length: number;
  /** Whose clock `timestamp` is: a far side may change in the midst of a call. */
  source: number;
  /** Where it begins, in samples, modulo 2³²: what the far side did not send, and what was lost, is counted too. */
  timestamp: number;
  /** Decodes it. */
  samples(): Int16Array;
}

/** The sound in a packet. */
export const heardAudio = ({ payload, ssrc, timestamp }: RtpPacket, encoding: Encoding): HeardAudio => ({
  length: payload.length,
  source: ssrc,
  timestamp,
  samples: () => decode(encoding, payload),
});
