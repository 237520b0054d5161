import type { EndReason } from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { CallRecord } from '../record/call-record.ts';
import { changeCall } from '../record/calls-store.ts';
import { dialogOf } from '../record/dialog.ts';
import type { EngineOrders } from '../record/engine.ts';

export type OrderEndDeps = {
  database: Database;
  clock: Clock;
  engine: Pick<EngineOrders, 'endCall' | 'cancelCall'>;
};

const TRY_AGAIN_MS = 1_000;

/**
 * The call with the decision that it ends: the first decision stays. It is charged and closed when the engine reports
 * that it is over, or when the engine is seen to be without it: until then its hold stays.
 */
export function withDecidedEnd(call: CallRecord, decision: { reason: EndReason; now: Date }): CallRecord {
  const isOpen = call.progress.state !== 'ended' && call.progress.state !== 'initiated';
  if (!isOpen || call.decidedEnd !== null) return call;
  return {
    ...call,
    decidedEnd: { reason: decision.reason },
    due: { ...call.due, extendAt: null, warnAt: null, lookAtMediaAt: null, endOrderAt: decision.now },
  };
}

/** Orders the engine to end a call that is decided to end, and again each second until it is over. */
export async function orderEnd(deps: OrderEndDeps, callId: string): Promise<void> {
  const now = deps.clock.now();
  const call = await changeCall(deps.database, callId, { isTold: false }, (found) =>
    found.due.endOrderAt === null || found.due.endOrderAt > now
      ? found
      : { ...found, due: { ...found.due, endOrderAt: new Date(now.getTime() + TRY_AGAIN_MS) } },
  );
  if (call === null || call.progress.state === 'ended' || call.decidedEnd === null) return;
  const dialog = dialogOf(call);
  if (call.progress.state === 'answered' && dialog !== null) await deps.engine.endCall(dialog);
  else await deps.engine.cancelCall(call.id);
}
