import type { Clock } from '../../../platform/clock.ts';
import { type Database, inTransaction } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { isWithAttendant } from '../record/call-record.ts';
import { noteStep } from '../record/call-steps-store.ts';
import { changeCall, lockFreeCall, saveCall } from '../record/calls-store.ts';
import { soundSides } from '../record/dialog.ts';
import type { MediaOrders, MediaSide } from '../record/engine.ts';
import type { CallSettings } from '../record/settings.ts';
import { isForCode } from './due-calls-store.ts';
import { unblockFarSide } from './unblock-far-side.ts';
import { grantedEnd, warningTime } from '../money/warning.ts';

export type WarnDeps = {
  database: Database;
  clock: Clock;
  settings: CallSettings;
  media: Pick<MediaOrders, 'blockMedia' | 'unblockMedia' | 'playMedia' | 'stopMedia'>;
  prompts: CallPrompts;
  log: Log;
};

/** The sentences that callers hear, as sound files (8 kHz WAV). */
export type CallPrompts = {
  creditEndsIn(seconds: number): Promise<string>;
  /** The same if a spending limit is what ends the call. */
  limitEndsIn(seconds: number): Promise<string>;
};

/** Whatever happens to this server, the far side has its voice back after this. */
const LONGEST_WARNING_MS = 15_000;

/**
 * Says to whose account pays a running call that the money, or what a limit leaves, ends soon. The far side is silenced meanwhile, or the caller would
 * hear two voices at once. Once for each known end; the claim is committed before a sound is made.
 */
export async function warnCaller(deps: WarnDeps, callId: string): Promise<void> {
  const claimed = await claim(deps, callId);
  if (claimed === null) return;
  const { own, far, secondsLeft, isByLimit } = claimed;
  try {
    const file = await deps.prompts[isByLimit ? 'limitEndsIn' : 'creditEndsIn'](secondsLeft);
    await deps.media.blockMedia(far);
    const { durationMs } = await deps.media.playMedia(own, file);
    await unblockAfter(deps, callId, durationMs);
    await noteStep(deps.database, callId, { kind: 'warned', at: deps.clock.now(), seconds: secondsLeft });
  } catch (error) {
    deps.log.warn({ err: error, call: callId }, 'the caller could not be warned of the end of the money');
    await unblockAfter(deps, callId, 0);
    await unblockFarSide(deps, callId);
  }
}

type Claimed = { own: MediaSide; far: MediaSide; secondsLeft: number; isByLimit: boolean };

async function claim(deps: WarnDeps, callId: string): Promise<Claimed | null> {
  return await inTransaction(deps.database, async (tx) => {
    const stored = await lockFreeCall(tx, callId);
    if (stored === null) return null;
    const { call } = stored;
    const now = deps.clock.now();
    const sides = soundSides(call);
    if (call.due.warnAt === null || call.due.warnAt > now) return null;
    if (call.progress.state !== 'answered' || call.grantedSeconds === null || sides === null) return null;

    const end = grantedEnd({ answeredAt: call.progress.answeredAt, grantedSeconds: call.grantedSeconds });
    // The side that pays is the attendant there: the sentence would stand in the message, and what the caller says meanwhile would not.
    // Whoever is told a code hears nothing else: the call is over before its end comes.
    const isHeard = !isWithAttendant(call) && !(await isForCode(tx, callId));
    const isWorthIt =
      isHeard && call.isEndKnown && call.decidedEnd === null && warningTime(end, deps.settings, now) !== null;
    const unblockAt = isWorthIt ? new Date(now.getTime() + LONGEST_WARNING_MS) : call.due.unblockAt;
    await saveCall(tx, {
      ...stored,
      call: { ...call, due: { ...call.due, warnAt: null, unblockAt } },
    });
    if (!isWorthIt) return null;
    const secondsLeft = Math.round((end.getTime() - now.getTime()) / 1000);
    return { ...sides, secondsLeft, isByLimit: call.endBecause !== 'money' };
  });
}

/** Sets the end of the silence, unless a top-up has already withdrawn the warning. */
async function unblockAfter(deps: WarnDeps, callId: string, durationMs: number): Promise<void> {
  const at = new Date(deps.clock.now().getTime() + durationMs);
  await changeCall(deps.database, callId, { isTold: false }, (call) =>
    call.due.unblockAt === null || call.due.unblockAt <= at ? call : { ...call, due: { ...call.due, unblockAt: at } },
  );
}
