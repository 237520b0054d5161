import type { Log } from '../../../platform/log.ts';
import { endUnplaced } from '../ending/end-call-by-request.ts';
import { type OrderEndDeps, orderEnd, withDecidedEnd } from '../ending/order-end.ts';
import { changeCall } from '../record/calls-store.ts';
import { closeChoice, type OpenChoice, openChoices } from './menu-choices-store.ts';

/**
 * Ends the calls that were put through for a caller who is gone. The attendant does so by itself and at once: this is for when it cannot.
 * The call that came in is its own affair, since its caller may choose again. One that fails does not keep the others.
 */
export async function settleMenuChoices(deps: OrderEndDeps & { log: Log }): Promise<void> {
  for (const choice of await openChoices(deps.database)) {
    try {
      await settle(deps, choice);
    } catch (error) {
      deps.log.error(
        { err: error, call: choice.placedCallId },
        'a choice in a menu could not be settled; it stays open',
      );
    }
  }
}

async function settle(deps: OrderEndDeps, { placedCallId, placed }: OpenChoice): Promise<void> {
  if (placed === 'ended') return await closeChoice(deps.database, placedCallId);
  const now = deps.clock.now();
  await endUnplaced(deps, placedCallId, now);
  const call = await changeCall(deps.database, placedCallId, { isTold: false }, (found) =>
    withDecidedEnd(found, { reason: found.progress.state === 'answered' ? 'menu' : 'cancelled', now }),
  );
  if (call?.decidedEnd) await orderEnd(deps, placedCallId);
}
