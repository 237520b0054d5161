/** What the media proxy says of one side: its last packet, and whether it is meant to send now (not on hold). */
export type MediaSideReading = { lastPacketAt: Date | null; sends: boolean };
/** Null for a side, or for the whole reading, that the media proxy does not know (any more). */
export type MediaReading = { caller: MediaSideReading | null; callee: MediaSideReading | null } | null;

export type Hearing = {
  answeredAt: Date;
  callerHeardAt: Date | null;
  calleeHeardAt: Date | null;
  /** When the caller's WebSocket closed, if it did. */
  connectionClosedAt: Date | null;
};

const LOST_AFTER_MS = 30_000;
const LOST_AFTER_CLOSED_MS = 15_000;
const LOOK_EVERY_MS = 5_000;

export type MediaVerdict =
  | { lost: false; callerHeardAt: Date; calleeHeardAt: Date }
  /** `lastPacketAt`: the last packet of the side that is lost; before it nothing was missing. */
  | { lost: true; lastPacketAt: Date };

/**
 * Whether a side of an answered call is gone: no packet from it for 30 s while it is not on hold, 15 s when its
 * WebSocket has closed too. A media proxy that is gone brings no packets: what counts is when each side was last heard.
 */
export function judgeMedia(hearing: Hearing, reading: MediaReading, now: Date): MediaVerdict {
  const callerHeardAt = heard(hearing.answeredAt, hearing.callerHeardAt, reading?.caller ?? null, now);
  const calleeHeardAt = heard(hearing.answeredAt, hearing.calleeHeardAt, reading?.callee ?? null, now);
  const isCallerLost = now.getTime() - callerHeardAt.getTime() >= callerPatienceMs(hearing);
  const isCalleeLost = now.getTime() - calleeHeardAt.getTime() >= LOST_AFTER_MS;
  if (!isCallerLost && !isCalleeLost) return { lost: false, callerHeardAt, calleeHeardAt };
  if (isCallerLost && isCalleeLost) {
    return { lost: true, lastPacketAt: callerHeardAt < calleeHeardAt ? callerHeardAt : calleeHeardAt };
  }
  return { lost: true, lastPacketAt: isCallerLost ? callerHeardAt : calleeHeardAt };
}

/** When to look again: every five seconds, and at the very moment at which a side would be lost. */
export function nextLook(hearing: Hearing & { callerHeardAt: Date; calleeHeardAt: Date }, now: Date): Date {
  const callerLostAt = hearing.callerHeardAt.getTime() + callerPatienceMs(hearing);
  const calleeLostAt = hearing.calleeHeardAt.getTime() + LOST_AFTER_MS;
  return new Date(Math.min(now.getTime() + LOOK_EVERY_MS, callerLostAt, calleeLostAt));
}

function callerPatienceMs(hearing: Hearing): number {
  return hearing.connectionClosedAt === null ? LOST_AFTER_MS : LOST_AFTER_CLOSED_MS;
}

function heard(answeredAt: Date, before: Date | null, side: MediaSideReading | null, now: Date): Date {
  const known = before ?? answeredAt;
  if (side === null) return known;
  // On hold nothing is missing: its silence counts from the moment it is taken back.
  const latest = side.sends ? (side.lastPacketAt ?? known) : now;
  return new Date(Math.min(now.getTime(), Math.max(known.getTime(), latest.getTime())));
}
