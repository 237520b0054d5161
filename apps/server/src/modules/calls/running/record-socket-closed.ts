import { changeCall } from '../record/calls-store.ts';
import { callsOfConnection } from './due-calls-store.ts';
import { type OrderEndDeps, orderEnd, withDecidedEnd } from '../ending/order-end.ts';

/**
 * A caller's WebSocket closed. An answered call may go on for as long as it is heard; one that still rings is cancelled:
 * its answer could no longer reach the caller.
 */
export async function recordSocketClosed(deps: OrderEndDeps, closed: { connection: string; at: Date }): Promise<void> {
  const now = deps.clock.now();
  for (const callId of await callsOfConnection(deps.database, closed.connection)) {
    const call = await changeCall(deps.database, callId, { isTold: false }, (found) =>
      found.progress.state === 'answered'
        ? { ...found, connectionClosedAt: closed.at }
        : withDecidedEnd({ ...found, connectionClosedAt: closed.at }, { reason: 'cancelled', now }),
    );
    if (call?.decidedEnd) await orderEnd(deps, callId);
  }
}
