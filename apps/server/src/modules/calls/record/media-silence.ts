import type { LostBecause } from '@farline/contracts';
import type { CallSettings } from './settings.ts';

/** What the media proxy says of one side. */
export type MediaSideReading = {
  /** Its last RTP. */
  lastPacketAt: Date | null;
  /** Its last RTP or RTCP: who sends no sound on purpose reports all the same (RFC 3550 §6.2). */
  lastSignAt: Date | null;
  /**
   * How many packets of RTP and RTCP it took. What it refuses, because it comes from elsewhere, is no sign of this side, and moves both
   * times all the same.
   */
  packetsTaken: number;
  /** Whether it is meant to send now: its medium is sendrecv. On hold either side may be silent, whoever put it there. */
  sends: boolean;
  /** False while the keys of its encrypted sound are not agreed (DTLS): it can hear nothing, and not be heard. */
  isConnected: boolean;
};

export type MediaReading =
  /** Null for a side that it does not know. */
  | { proxy: 'knows'; caller: MediaSideReading | null; callee: MediaSideReading | null }
  /** It has run since the answer, and knows no such call. */
  | { proxy: 'forgot' }
  /** It does not answer, or was started anew since the answer. */
  | { proxy: 'away' };

/** Since when sound is missing that we or the carrier lost, and why. What a caller keeps back is not lost. */
export type LostSound = { at: Date; because: LostBecause };

/** An answered call, as its silence is judged. */
export type Hearing = {
  /** Which side is our customer's: of a call that came in, who is called. The other one is the carrier's. */
  nearSide: 'caller' | 'callee';
  answeredAt: Date;
  /** Null: never; of the near side also: its sound was never seen to be connected. */
  callerHeardAt: Date | null;
  calleeHeardAt: Date | null;
  /** How many packets were taken when it was last looked; null before. */
  callerPacketsTaken: number | null;
  calleePacketsTaken: number | null;
  lostSound: LostSound | null;
  /** When the near side's WebSocket closed, if it did. */
  connectionClosedAt: Date | null;
  /** The near side is the attendant, which sends without a pause: its silence is its end. */
  isInVoicemail: boolean;
  /** The far side is. */
  isToAttendant: boolean;
  /** Whoever placed it pays nothing for it. */
  isFree: boolean;
};

/** How long silence is borne. */
export type Patience = Pick<
  CallSettings,
  'bothSilentSeconds' | 'oneSilentSeconds' | 'closedSilentSeconds' | 'freeSilentSeconds'
>;

export type MediaVerdict = Pick<
  Hearing,
  'callerHeardAt' | 'calleeHeardAt' | 'callerPacketsTaken' | 'calleePacketsTaken' | 'lostSound'
> & {
  /** Why the call ends now; null: it goes on. */
  ends: 'media_lost' | 'media_failed' | null;
};

const LOOK_EVERY_MS = 5_000;
const ATTENDANT_SILENT_MS = 6_000;
/** While sound is missing, so that nothing is forgiven after it came. */
const LOOK_AT_LOST_EVERY_MS = 1_000;

/**
 * When each side of an answered call was last heard, what of its sound is lost, and whether that ends it. For silence both
 * sides are to be silent, or one for very long: voice mail records without sending, and a telephone with silence suppression
 * listens without sending. A customer whose WebSocket has closed too, and a caller who pays nothing, are borne less.
 */
export function judgeMedia(hearing: Hearing, reading: MediaReading, patience: Patience, now: Date): MediaVerdict {
  const heard = hearAgain(hearing, reading, now);
  const lostSound = lostSoundOf({ ...hearing, ...heard }, reading);
  const isOver = silentAt({ ...hearing, ...heard, lostSound }, patience) <= now.getTime();
  const reason = lostSound?.because === 'never_connected' ? 'media_failed' : 'media_lost';
  return { ...heard, lostSound, ends: isOver ? reason : null };
}

/** When to look again: often while sound is missing, and at the very moment at which the call would end for it. */
export function nextLook(hearing: Hearing, patience: Patience, now: Date): Date {
  const everyMs = hearing.lostSound === null ? LOOK_EVERY_MS : LOOK_AT_LOST_EVERY_MS;
  return new Date(Math.min(now.getTime() + everyMs, silentAt(hearing, patience)));
}

/** When the call ends if nobody is heard any more. */
function silentAt(hearing: Hearing, patience: Patience): number {
  const { nearSide, answeredAt, callerHeardAt, calleeHeardAt, connectionClosedAt, isFree, lostSound } = hearing;
  const [caller, callee] = [(callerHeardAt ?? answeredAt).getTime(), (calleeHeardAt ?? answeredAt).getTime()];
  const [near, far] = nearSide === 'caller' ? [caller, callee] : [callee, caller];
  const isConnected = lostSound?.because !== 'never_connected';
  return Math.min(
    (isConnected ? Math.max(caller, callee) : near) + patience.bothSilentSeconds * 1000,
    Math.min(caller, callee) + patience.oneSilentSeconds * 1000,
    connectionClosedAt === null ? Number.POSITIVE_INFINITY : near + patience.closedSilentSeconds * 1000,
    hearing.isInVoicemail ? near + ATTENDANT_SILENT_MS : Number.POSITIVE_INFINITY,
    hearing.isToAttendant ? far + ATTENDANT_SILENT_MS : Number.POSITIVE_INFINITY,
    isFree ? caller + patience.freeSilentSeconds * 1000 : Number.POSITIVE_INFINITY,
  );
}

function hearAgain(hearing: Hearing, reading: MediaReading, now: Date) {
  const { callerHeardAt, calleeHeardAt, callerPacketsTaken, calleePacketsTaken, answeredAt, isFree } = hearing;
  if (reading.proxy !== 'knows') return { callerHeardAt, calleeHeardAt, callerPacketsTaken, calleePacketsTaken };
  const { caller, callee } = reading;
  const isCallerHeard = caller !== null && caller.packetsTaken !== (callerPacketsTaken ?? 0);
  const isCalleeHeard = callee !== null && callee.packetsTaken !== (calleePacketsTaken ?? 0);
  // Whose keys are agreed could hear, also who sends nothing.
  const connectedAt = nearOf(hearing, reading).side?.isConnected === true ? answeredAt : null;
  const isNearCaller = hearing.nearSide === 'caller';
  const callerKnown = callerHeardAt ?? (isNearCaller ? connectedAt : null);
  const calleeKnown = calleeHeardAt ?? (isNearCaller ? null : connectedAt);
  // Who pays nothing is asked for sound itself: holding the line costs others theirs.
  const soundAt = isCallerHeard ? caller.lastPacketAt : null;
  // Nor may hold hide a browser that is gone.
  const holdCountsAs = (side: Hearing['nearSide']) =>
    side === hearing.nearSide && hearing.connectionClosedAt !== null ? null : now;
  const callerSignAt = signOf(caller, isCallerHeard, holdCountsAs('caller'));
  const calleeSignAt = signOf(callee, isCalleeHeard, holdCountsAs('callee'));
  return {
    callerHeardAt: latest(callerKnown, isFree ? soundAt : callerSignAt, { answeredAt, now }),
    calleeHeardAt: latest(calleeKnown, calleeSignAt, { answeredAt, now }),
    callerPacketsTaken: caller?.packetsTaken ?? callerPacketsTaken,
    calleePacketsTaken: callee?.packetsTaken ?? calleePacketsTaken,
  };
}

/**
 * On hold nothing is missing: its silence counts from the moment it is taken back. Not so where the side's WebSocket has closed: then
 * `onHoldAt` is null, and only its packets show that somebody is there.
 */
function signOf(side: MediaSideReading | null, isHeard: boolean, onHoldAt: Date | null): Date | null {
  if (side === null) return null;
  if (!side.sends && onHoldAt !== null) return onHoldAt;
  return isHeard ? side.lastSignAt : null;
}

function latest(known: Date | null, signAt: Date | null, bounds: { answeredAt: Date; now: Date }): Date | null {
  if (signAt === null) return known;
  const least = (known ?? bounds.answeredAt).getTime();
  return new Date(Math.min(bounds.now.getTime(), Math.max(least, signAt.getTime())));
}

type Known = Extract<MediaReading, { proxy: 'knows' }>;

const nearOf = (hearing: Hearing, { caller, callee }: Known) =>
  hearing.nearSide === 'caller'
    ? { side: caller, heardAt: hearing.callerHeardAt }
    : { side: callee, heardAt: hearing.calleeHeardAt };
const farOf = (hearing: Hearing, { caller, callee }: Known) =>
  hearing.nearSide === 'caller'
    ? { side: callee, heardAt: hearing.calleeHeardAt }
    : { side: caller, heardAt: hearing.callerHeardAt };

/**
 * What is missing that no caller can keep back: what the media proxy carried before it went, all of a call whose keys were
 * never agreed, and all of one whose far side was spoken to and never sent a packet, though it was meant to.
 */
function lostSoundOf(heard: Hearing, reading: MediaReading): LostSound | null {
  const { answeredAt, callerHeardAt, calleeHeardAt, lostSound } = heard;
  switch (reading.proxy) {
    case 'forgot':
      return null;
    case 'away': {
      const lastHeard = Math.max(...[answeredAt, callerHeardAt, calleeHeardAt].map((at) => at?.getTime() ?? 0));
      return lostSound ?? { at: new Date(lastHeard), because: 'media_proxy_away' };
    }
    case 'knows': {
      const [near, far] = [nearOf(heard, reading), farOf(heard, reading)];
      if (near.side?.isConnected === false && near.heardAt === null)
        return { at: answeredAt, because: 'never_connected' };
      const isSpokenTo = near.side !== null && near.side.lastPacketAt !== null;
      const isSilent = far.side !== null && far.side.sends && far.heardAt === null;
      return isSpokenTo && isSilent ? { at: answeredAt, because: 'far_side_silent' } : null;
    }
  }
}
