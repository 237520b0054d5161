import type { ListConnections } from '../record/engine.ts';
import { changeCall } from '../record/calls-store.ts';
import { callsInBrowsers, callsOfConnection } from './due-calls-store.ts';
import { type OrderEndDeps, orderEnd, withDecidedEnd } from '../ending/order-end.ts';

type Closed = { connection: string; at: Date };

/**
 * A caller's WebSocket closed. An answered call may go on for as long as it is heard; one that still rings is cancelled:
 * its answer could no longer reach the caller.
 */
export async function recordSocketClosed(deps: OrderEndDeps, closed: Closed): Promise<void> {
  for (const callId of await callsOfConnection(deps.database, closed.connection)) await recordOf(deps, callId, closed);
}

/**
 * Compares the WebSockets of calls in browsers with those that the engine has: the engine tells once that one closed, which no server may
 * hear, or before it knows whose call that was, and not at all of what was open when it was restarted.
 */
export async function recordMissedCloses(
  deps: OrderEndDeps & { listConnections: ListConnections },
  { at, knownBefore }: { at: Date; knownBefore: Date },
): Promise<void> {
  const calls = await callsInBrowsers(deps.database, knownBefore);
  if (calls.length === 0) return;
  // After the calls: whoever comes back by another one meanwhile has that by then.
  const open = new Set(await deps.listConnections());
  for (const { id, connection } of calls) if (!open.has(connection)) await recordOf(deps, id, { connection, at });
}

async function recordOf(deps: OrderEndDeps, callId: string, { connection, at }: Closed): Promise<void> {
  const now = deps.clock.now();
  const call = await changeCall(deps.database, callId, { isTold: false }, (found) => {
    if (found.connection !== connection) return found;
    const closed = { ...found, connectionClosedAt: at };
    return found.progress.state === 'answered' ? closed : withDecidedEnd(closed, { reason: 'cancelled', now });
  });
  if (call?.decidedEnd) await orderEnd(deps, callId);
}
