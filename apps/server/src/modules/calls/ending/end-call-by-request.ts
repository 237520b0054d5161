import type { EndReason } from '@farline/contracts';
import type { CallRecord } from '../record/call-record.ts';
import { callNotFound } from '../record/calls-problems.ts';
import { changeCall, findCall } from '../record/calls-store.ts';
import { endCall } from './end-call.ts';
import { type OrderEndDeps, orderEnd, withDecidedEnd } from './order-end.ts';

export type EndByRequestDeps = OrderEndDeps & { wait: (ms: number) => Promise<void> };

/** How long the reply waits for the engine's word, and how often it looks. */
const PATIENCE_MS = 3_000;
const LOOK_EVERY_MS = 50;

/**
 * Ends somebody's own call, placed or come in, through the engine and returns it as it is then: ended, as a rule, with its price. When the
 * engine does not answer in three seconds the call still runs in the reply, and it is ended as soon as the engine can.
 */
export async function endCallByRequest(
  deps: EndByRequestDeps,
  request: { callId: string; accountId: string },
): Promise<CallRecord> {
  const { callId } = request;
  const found = await findCall(deps.database, callId);
  if (found === null || found.call.accountId !== request.accountId) throw callNotFound();
  if (found.call.progress.state === 'ended') return found.call;

  const now = deps.clock.now();
  await endUnplaced(deps, callId, now);
  const decided = await changeCall(deps.database, callId, { isTold: false }, (call) =>
    withDecidedEnd(call, { reason: reasonOfRequest(call), now }),
  );
  if (decided?.progress.state !== 'ended') await orderEnd(deps, callId);
  return await ended(deps, callId);
}

/** Only who placed a call cancels it: one that came in is declined. */
const reasonOfRequest = ({ progress, direction }: CallRecord): EndReason =>
  progress.state === 'answered' || direction === 'inbound' ? 'ended_by_request' : 'cancelled';

/** A call whose INVITE has not come ends at once: there is nothing at the engine. */
export async function endUnplaced(
  deps: { database: OrderEndDeps['database'] },
  callId: string,
  now: Date,
): Promise<void> {
  await endCall(deps.database, callId, (call) =>
    call.progress.state === 'initiated'
      ? { at: now, answeredAt: null, reason: 'cancelled', endedBy: 'caller', sipStatus: null }
      : null,
  );
}

async function ended(
  deps: { database: OrderEndDeps['database']; wait: (ms: number) => Promise<void> },
  callId: string,
) {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const stored = await findCall(deps.database, callId);
    if (stored === null) throw callNotFound();
    if (stored.call.progress.state === 'ended' || waited >= PATIENCE_MS) return stored.call;
    await deps.wait(LOOK_EVERY_MS);
  }
}
