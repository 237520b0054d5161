import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { type CallRecord, isToAttendant, isWithAttendant } from '../record/call-record.ts';
import { changeCall, findCall } from '../record/calls-store.ts';
import { dialogOf } from '../record/dialog.ts';
import type { DialogName, MediaOrders } from '../record/engine.ts';
import { isFree } from '../../rating/index.ts';
import { judgeMedia, type MediaReading, nextLook } from '../record/media-silence.ts';
import { type OrderEndDeps, orderEnd, withDecidedEnd } from '../ending/order-end.ts';
import type { CallSettings } from '../record/settings.ts';

export type WatchMediaDeps = OrderEndDeps & {
  database: Database;
  clock: Clock;
  settings: CallSettings;
  media: Pick<MediaOrders, 'query' | 'uptimeSeconds'>;
  log: Log;
};

/**
 * Looks when each side of a running call was last heard and what of its sound is lost, and ends the call when its sound is
 * gone, or never came up. It is charged to its end, as the carrier counts it, but for what `forgiveLostSound` says.
 */
export async function watchMedia(deps: WatchMediaDeps, callId: string): Promise<void> {
  const stored = await findCall(deps.database, callId);
  const dialog = stored === null ? null : dialogOf(stored.call);
  if (stored === null || dialog === null || stored.call.due.lookAtMediaAt === null) return;
  const reading = await readMedia(deps, stored.call, dialog);
  const now = deps.clock.now();
  const judged = await changeCall(deps.database, callId, { isTold: false }, (call) =>
    judge(call, { reading, settings: deps.settings, now }),
  );
  if (judged?.due.endOrderAt && judged.progress.state === 'answered') await orderEnd(deps, callId);
}

type Look = { reading: MediaReading; settings: CallSettings; now: Date };

function judge(call: CallRecord, { reading, settings, now }: Look): CallRecord {
  if (call.progress.state !== 'answered' || call.decidedEnd !== null) return call;
  const hearing = {
    nearSide: call.direction === 'inbound' ? ('callee' as const) : ('caller' as const),
    answeredAt: call.progress.answeredAt,
    callerHeardAt: call.callerHeardAt,
    calleeHeardAt: call.calleeHeardAt,
    callerPacketsTaken: call.callerPacketsTaken,
    calleePacketsTaken: call.calleePacketsTaken,
    lostSound: call.lostSound,
    connectionClosedAt: call.connectionClosedAt,
    isInVoicemail: isWithAttendant(call),
    isToAttendant: isToAttendant(call),
    // Who listens to voicemails need not speak.
    isFree: call.direction === 'outbound' && isFree(call.rated.terms) && !isToAttendant(call),
  };
  const { ends, ...heard } = judgeMedia(hearing, reading, settings, now);
  if (ends !== null) return withDecidedEnd({ ...call, ...heard }, { reason: ends, now });
  const lookAtMediaAt = nextLook({ ...hearing, ...heard }, settings, now);
  return { ...call, ...heard, due: { ...call.due, lookAtMediaAt } };
}

async function readMedia(deps: WatchMediaDeps, call: CallRecord, dialog: DialogName): Promise<MediaReading> {
  try {
    const found = await deps.media.query(dialog.sipCallId);
    if (found === null) return { proxy: (await hasRunSinceAnswer(deps, call)) ? 'forgot' : 'away' };
    const side = (tag: string) => found.sides.find((one) => one.tag === tag) ?? null;
    return { proxy: 'knows', caller: side(dialog.fromTag), callee: side(dialog.toTag) };
  } catch (error) {
    deps.log.warn({ err: error, call: call.id }, 'the media proxy does not answer');
    return { proxy: 'away' };
  }
}

/** A call that it forgot meanwhile was taken from it: only a media proxy that fell silent itself lost it. */
async function hasRunSinceAnswer(deps: WatchMediaDeps, { progress }: CallRecord): Promise<boolean> {
  if (progress.state !== 'answered') return true;
  const runsSince = deps.clock.now().getTime() - (await deps.media.uptimeSeconds()) * 1000;
  return runsSince <= progress.answeredAt.getTime();
}
