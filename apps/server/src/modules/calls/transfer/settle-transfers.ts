import type { Log } from '../../../platform/log.ts';
import { endUnplaced } from '../ending/end-call-by-request.ts';
import { changeCall } from '../record/calls-store.ts';
import { seenFor } from '../ending/seen-for.ts';
import { type OrderEndDeps, orderEnd, withDecidedEnd } from '../ending/order-end.ts';
import { closeTransfer, type OpenTransfer, openTransfers } from './transfers-store.ts';

export type TransferStep = 'wait' | 'end_placed' | 'end_running' | 'over';

/**
 * The call bridge offers the sound three times, for ten seconds each, before it ends what it placed. It is counted from when the new number is first
 * seen to have answered alone: a server that was away reads of the answer before it reads that the two were joined.
 */
const JOINED_WITHIN_MS = 45_000;

/**
 * What a transfer needs next. Two that are joined end together; a caller who leaves while the new number still rings
 * takes it back; and a number that did not answer leaves the running call as it was. One that has answered, and that the bridge has left alone,
 * since it is dead, is not paid for any longer.
 */
export function stepOf({
  isJoined,
  placed,
  running,
  isLeftAlone,
}: Omit<OpenTransfer, 'placedCallId' | 'runningCallId'> & { isLeftAlone: boolean }): TransferStep {
  if (placed === 'ended') return isJoined && running !== 'ended' ? 'end_running' : 'over';
  return running === 'ended' || isLeftAlone ? 'end_placed' : 'wait';
}

/**
 * What ends, at each run, what a transfer leaves behind. The call bridge ends the other of two joined calls by itself and at once: this is for
 * when it cannot, and for calls that ring. A transfer that fails does not keep the others.
 */
export function settleTransfers(deps: OrderEndDeps & { log: Log }): () => Promise<void> {
  const aloneFor = seenFor();
  return async () => {
    const transfers = await openTransfers(deps.database);
    const alone = transfers.filter(({ isJoined, placed }) => !isJoined && placed === 'answered');
    const aloneForMs = aloneFor(
      alone.map(({ placedCallId }) => placedCallId),
      deps.clock.now(),
    );
    for (const transfer of transfers) {
      const { placedCallId } = transfer;
      try {
        await settle(deps, { ...transfer, isLeftAlone: aloneForMs(placedCallId) >= JOINED_WITHIN_MS });
      } catch (error) {
        deps.log.error({ err: error, call: placedCallId }, 'a transfer could not be settled; it stays open');
      }
    }
  };
}

async function settle(deps: OrderEndDeps, transfer: OpenTransfer & { isLeftAlone: boolean }): Promise<void> {
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
