import type { Log } from '../../../platform/log.ts';
import { endUnplaced } from '../ending/end-call-by-request.ts';
import { changeCall } from '../record/calls-store.ts';
import { type OrderEndDeps, orderEnd, withDecidedEnd } from '../ending/order-end.ts';
import { closeTransfer, type OpenTransfer, openTransfers } from './transfers-store.ts';

export type TransferStep = 'wait' | 'end_placed' | 'end_running' | 'over';

/**
 * What a transfer needs next. Two that are joined end together; a caller who leaves while the new number still rings
 * takes it back; and a number that did not answer leaves the running call as it was.
 */
export function stepOf({
  isJoined,
  placed,
  running,
}: Omit<OpenTransfer, 'placedCallId' | 'runningCallId'>): TransferStep {
  if (placed === 'ended') return isJoined && running !== 'ended' ? 'end_running' : 'over';
  return running === 'ended' ? 'end_placed' : 'wait';
}

/**
 * Ends what a transfer leaves behind. The call bridge ends the other of two joined calls by itself and at once: this is for
 * when it cannot, and for calls that ring. A transfer that fails does not keep the others.
 */
export async function settleTransfers(deps: OrderEndDeps & { log: Log }): Promise<void> {
  for (const transfer of await openTransfers(deps.database)) {
    try {
      await settle(deps, transfer);
    } catch (error) {
      deps.log.error({ err: error, call: transfer.placedCallId }, 'a transfer could not be settled; it stays open');
    }
  }
}

async function settle(deps: OrderEndDeps, transfer: OpenTransfer): Promise<void> {
  const step = stepOf(transfer);
  if (step === 'over') await closeTransfer(deps.database, transfer.placedCallId);
  else if (step === 'end_placed') await endPartner(deps, transfer.placedCallId);
  else if (step === 'end_running') await endPartner(deps, transfer.runningCallId);
}

/** Ends a call because the other of a transfer is over. */
export async function endPartner(deps: OrderEndDeps, callId: string): Promise<void> {
  const now = deps.clock.now();
  await endUnplaced(deps, callId, now);
  const call = await changeCall(deps.database, callId, { isTold: false }, (found) =>
    withDecidedEnd(found, {
      reason: found.progress.state === 'answered' ? 'transfer_over' : 'cancelled',
      now,
    }),
  );
  if (call?.decidedEnd) await orderEnd(deps, callId);
}
