import type { Log } from '../../../platform/log.ts';
import { endUnplaced } from '../ending/end-call-by-request.ts';
import { seenFor } from '../ending/seen-for.ts';
import { type OrderEndDeps, orderEnd, withDecidedEnd } from '../ending/order-end.ts';
import { changeCall } from '../record/calls-store.ts';
import { closeForward, type OpenForward, openForwards } from './forwards-store.ts';

export type ForwardStep = 'wait' | 'end_placed' | 'end_incoming' | 'over';

/**
 * The call bridge joins the two calls within a tenth of a second. It is counted from when the telephone is first seen alone, not from its
 * answer: a server that was away reads of the answer before it reads that the two were joined.
 */
const JOINED_WITHIN_MS = 5_000;

/**
 * What a forward needs next. Its two calls end together; where the telephone that it went to was busy or silent, the call that came in
 * is told so by the call bridge, or goes on to voicemail. A telephone that the bridge has left alone, since it is dead, is not paid for any longer.
 */
export function stepOf({
  incoming,
  placed,
  wasPlacedAnswered,
  isLeftAlone,
  isInVoicemail,
}: Pick<OpenForward, 'incoming' | 'placed' | 'wasPlacedAnswered' | 'isLeftAlone' | 'isInVoicemail'>): ForwardStep {
  if (isLeftAlone) return 'end_placed';
  if (incoming === 'ended') return placed === null || placed === 'ended' ? 'over' : 'end_placed';
  if (placed !== 'ended' || isInVoicemail) return 'wait';
  return incoming === 'answered' || wasPlacedAnswered ? 'end_incoming' : 'wait';
}

/**
 * What ends, at each run, what a forward leaves behind. The call bridge ends the other of its two calls by itself and at once: this is for when it cannot.
 * A forward that fails does not keep the others.
 */
export function settleForwards(deps: OrderEndDeps & { log: Log }): () => Promise<void> {
  const aloneFor = seenFor();
  return async () => {
    const forwards = await openForwards(deps.database);
    const alone = forwards.filter(({ isLeftAlone }) => isLeftAlone).map(({ incomingCallId: id }) => id);
    const aloneForMs = aloneFor(alone, deps.clock.now());
    for (const forward of forwards) {
      const isLeftAlone = aloneForMs(forward.incomingCallId) >= JOINED_WITHIN_MS;
      try {
        await settle(deps, { ...forward, isLeftAlone });
      } catch (error) {
        deps.log.error({ err: error, call: forward.incomingCallId }, 'a forward could not be settled; it stays open');
      }
    }
  };
}

async function settle(deps: OrderEndDeps, forward: OpenForward): Promise<void> {
  const step = stepOf(forward);
  if (step === 'over') await closeForward(deps.database, forward);
  else if (step === 'end_incoming') await endOther(deps, forward.incomingCallId);
  else if (step === 'end_placed' && forward.placedCallId !== null) await endOther(deps, forward.placedCallId);
}

async function endOther(deps: OrderEndDeps, callId: string): Promise<void> {
  const now = deps.clock.now();
  await endUnplaced(deps, callId, now);
  const call = await changeCall(deps.database, callId, { isTold: false }, (found) =>
    withDecidedEnd(found, { reason: found.progress.state === 'answered' ? 'forward_over' : 'cancelled', now }),
  );
  if (call?.decidedEnd) await orderEnd(deps, callId);
}
