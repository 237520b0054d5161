import type { CallSettings } from './settings.ts';

/** What the media proxy says of one side. */
export type MediaSideReading = {
  /** Its last RTP. */
  lastPacketAt: Date | null;
  /** Its last RTP or RTCP: who sends no sound on purpose reports all the same (RFC 3550 §6.2). */
  lastSignAt: Date | null;
  /** Whether it is meant to send now: its medium is sendrecv. On hold either side may be silent, whoever put it there. */
  sends: boolean;
};
/** Null for a side, or for the whole reading, that the media proxy does not know (any more). */
export type MediaReading = { caller: MediaSideReading | null; callee: MediaSideReading | null } | null;

/** An answered call, as its silence is judged. */
export type Hearing = {
  answeredAt: Date;
  callerHeardAt: Date | null;
  calleeHeardAt: Date | null;
  /** When the caller's WebSocket closed, if it did. */
  connectionClosedAt: Date | null;
  /** Whoever placed it pays nothing for it. */
  isFree: boolean;
};
type Heard = Hearing & { callerHeardAt: Date; calleeHeardAt: Date };

/** How long silence is borne. */
export type Patience = Pick<
  CallSettings,
  'bothSilentSeconds' | 'oneSilentSeconds' | 'closedSilentSeconds' | 'freeSilentSeconds'
>;

const LOOK_EVERY_MS = 5_000;

export type MediaVerdict = { lost: false; callerHeardAt: Date; calleeHeardAt: Date } | { lost: true };

/**
 * Whether the sound of an answered call is gone. Both sides are to be silent, or one for very long: voice mail records
 * without sending, and a telephone with silence suppression listens without sending. A caller whose WebSocket has closed
 * too, and one who pays nothing, are borne less. A media proxy that is gone hears nobody.
 */
export function judgeMedia(hearing: Hearing, reading: MediaReading, patience: Patience, now: Date): MediaVerdict {
  const callerHeardAt = hearing.isFree
    ? spokeAt(hearing, reading?.caller ?? null, now)
    : heardAt(hearing.callerHeardAt ?? hearing.answeredAt, reading?.caller ?? null, now);
  const calleeHeardAt = heardAt(hearing.calleeHeardAt ?? hearing.answeredAt, reading?.callee ?? null, now);
  const isLost = lostAt({ ...hearing, callerHeardAt, calleeHeardAt }, patience) <= now.getTime();
  return isLost ? { lost: true } : { lost: false, callerHeardAt, calleeHeardAt };
}

/** When to look again: every five seconds, and at the very moment at which the sound would be lost. */
export function nextLook(heard: Heard, patience: Patience, now: Date): Date {
  return new Date(Math.min(now.getTime() + LOOK_EVERY_MS, lostAt(heard, patience)));
}

/** When the call ends if nobody is heard any more. */
function lostAt({ callerHeardAt, calleeHeardAt, connectionClosedAt, isFree }: Heard, patience: Patience): number {
  const [caller, callee] = [callerHeardAt.getTime(), calleeHeardAt.getTime()];
  return Math.min(
    Math.max(caller, callee) + patience.bothSilentSeconds * 1000,
    Math.min(caller, callee) + patience.oneSilentSeconds * 1000,
    connectionClosedAt === null ? Number.POSITIVE_INFINITY : caller + patience.closedSilentSeconds * 1000,
    isFree ? caller + patience.freeSilentSeconds * 1000 : Number.POSITIVE_INFINITY,
  );
}

/** On hold nothing is missing: its silence counts from the moment it is taken back. */
function heardAt(known: Date, side: MediaSideReading | null, now: Date): Date {
  if (side === null) return known;
  return between(known, side.sends ? side.lastSignAt : now, now);
}

/** Who pays nothing is asked for sound itself: holding the line costs others theirs. */
function spokeAt({ answeredAt, callerHeardAt }: Hearing, side: MediaSideReading | null, now: Date): Date {
  return between(callerHeardAt ?? answeredAt, side?.lastPacketAt ?? null, now);
}

function between(earliest: Date, at: Date | null, latest: Date): Date {
  if (at === null) return earliest;
  return new Date(Math.min(latest.getTime(), Math.max(earliest.getTime(), at.getTime())));
}
