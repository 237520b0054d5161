import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { CallRecord } from './call-record.ts';
import { changeCall, findCall } from './calls-store.ts';
import { dialogOf } from './dialog.ts';
import type { DialogName, MediaOrders } from './engine.ts';
import { isFree } from '../rating/index.ts';
import { judgeMedia, type MediaReading, nextLook } from './media-silence.ts';
import { type OrderEndDeps, orderEnd, withDecidedEnd } from './order-end.ts';
import type { CallSettings } from './settings.ts';

export type WatchMediaDeps = OrderEndDeps & {
  database: Database;
  clock: Clock;
  settings: CallSettings;
  media: Pick<MediaOrders, 'query'>;
  log: Log;
};

/**
 * Looks when each side of a running call was last heard, and ends the call as `media_lost` when its sound is gone. It is
 * charged to its end, as the carrier counts it. A media proxy that is gone or does not answer has heard nobody.
 */
export async function watchMedia(deps: WatchMediaDeps, callId: string): Promise<void> {
  const stored = await findCall(deps.database, callId);
  const dialog = stored === null ? null : dialogOf(stored.call);
  if (stored === null || dialog === null || stored.call.due.lookAtMediaAt === null) return;
  const reading = await readMedia(deps, dialog, callId);
  const now = deps.clock.now();
  const judged = await changeCall(deps.database, callId, { isTold: false }, (call) =>
    judge(call, { reading, settings: deps.settings, now }),
  );
  if (judged?.decidedEnd?.reason === 'media_lost' && judged.progress.state === 'answered') await orderEnd(deps, callId);
}

type Look = { reading: MediaReading; settings: CallSettings; now: Date };

function judge(call: CallRecord, { reading, settings, now }: Look): CallRecord {
  if (call.progress.state !== 'answered' || call.decidedEnd !== null) return call;
  const hearing = {
    answeredAt: call.progress.answeredAt,
    callerHeardAt: call.callerHeardAt,
    calleeHeardAt: call.calleeHeardAt,
    connectionClosedAt: call.connectionClosedAt,
    isFree: call.direction === 'outbound' && isFree(call.rated.terms),
  };
  const verdict = judgeMedia(hearing, reading, settings, now);
  if (verdict.lost) return withDecidedEnd(call, { reason: 'media_lost', now });
  const { callerHeardAt, calleeHeardAt } = verdict;
  const lookAtMediaAt = nextLook({ ...hearing, callerHeardAt, calleeHeardAt }, settings, now);
  return { ...call, callerHeardAt, calleeHeardAt, due: { ...call.due, lookAtMediaAt } };
}

async function readMedia(deps: WatchMediaDeps, dialog: DialogName, callId: string): Promise<MediaReading> {
  try {
    const found = await deps.media.query(dialog.sipCallId);
    if (found === null) return null;
    const side = (tag: string) => found.sides.find((one) => one.tag === tag) ?? null;
    return { caller: side(dialog.fromTag), callee: side(dialog.toTag) };
  } catch (error) {
    deps.log.warn({ err: error, call: callId }, 'the media proxy does not answer');
    return null;
  }
}
