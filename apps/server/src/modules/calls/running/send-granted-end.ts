import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { changeCall, findCall } from '../record/calls-store.ts';
import { dialogOf } from '../record/dialog.ts';
import type { EngineOrders } from '../record/engine.ts';
import { grantedEnd } from '../money/warning.ts';

export type SendGrantedEndDeps = { database: Database; clock: Clock; engine: Pick<EngineOrders, 'extendCall'> };

const TRY_AGAIN_MS = 1_000;

/** Tells the engine when a running call ends by what is held for it now; again each second until it has taken it. */
export async function sendGrantedEnd(deps: SendGrantedEndDeps, callId: string): Promise<void> {
  const stored = await findCall(deps.database, callId);
  if (stored === null || stored.call.due.sendGrantedEndAt === null) return;
  const { progress, grantedSeconds } = stored.call;
  const dialog = dialogOf(stored.call);
  if (progress.state !== 'answered' || grantedSeconds === null || dialog === null) return;

  const end = grantedEnd({ answeredAt: progress.answeredAt, grantedSeconds });
  const outcome = await deps.engine.extendCall(dialog, end);
  const tryAgainAt = new Date(deps.clock.now().getTime() + TRY_AGAIN_MS);
  await changeCall(deps.database, callId, { isTold: false }, (call) => {
    // Lengthened again meanwhile: that end is still to be sent.
    const isTaken = outcome === 'done' && call.grantedSeconds === grantedSeconds;
    if (call.progress.state !== 'answered') return call;
    return { ...call, due: { ...call.due, sendGrantedEndAt: isTaken ? null : tryAgainAt } };
  });
}
