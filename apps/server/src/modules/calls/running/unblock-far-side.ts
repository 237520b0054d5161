import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { changeCall, findCall } from '../record/calls-store.ts';
import type { CallRecord } from '../record/call-record.ts';
import { soundSides } from '../record/dialog.ts';
import type { MediaOrders } from '../record/engine.ts';

export type UnblockDeps = {
  database: Database;
  clock: Clock;
  media: Pick<MediaOrders, 'unblockMedia' | 'stopMedia'>;
  log: Log;
};

const TRY_AGAIN_MS = 1_000;

/**
 * Stops the warning if it still sounds and gives the far side its voice back; again each second until it is done or the
 * call is over.
 */
export async function unblockFarSide(deps: UnblockDeps, callId: string): Promise<void> {
  const stored = await findCall(deps.database, callId);
  const due = stored?.call.due.unblockAt ?? null;
  if (stored === null || due === null || due > deps.clock.now()) return;

  const isDone = await tryUnblock(deps, stored.call);
  const tryAgainAt = new Date(deps.clock.now().getTime() + TRY_AGAIN_MS);
  await changeCall(deps.database, callId, { isTold: false }, (call) => {
    // Silenced anew meanwhile: that silence has its own end.
    if (call.due.unblockAt === null || call.due.unblockAt.getTime() !== due.getTime()) return call;
    const isOver = isDone || call.progress.state === 'ended';
    return { ...call, due: { ...call.due, unblockAt: isOver ? null : tryAgainAt } };
  });
}

async function tryUnblock(deps: UnblockDeps, call: CallRecord): Promise<boolean> {
  const sides = soundSides(call);
  if (sides === null) return true;
  try {
    await deps.media.stopMedia(sides.own);
  } catch (error) {
    deps.log.debug({ err: error, call: call.id }, 'no warning to stop');
  }
  try {
    await deps.media.unblockMedia(sides.far);
    return true;
  } catch (error) {
    deps.log.warn({ err: error, call: call.id }, 'the far side could not be given its voice back');
    return false;
  }
}
