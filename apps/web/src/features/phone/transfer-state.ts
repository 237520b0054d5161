import type { Call } from '@farline/contracts/calls';

/** The transfer of the call under way, as this tab knows it. */
export type Transfer =
  | { is: 'none' }
  /** The server is asked. */
  | { is: 'asking'; number: string }
  /** The new number is called; the far side waits. */
  | { is: 'ringing'; placed: Call }
  /** It came to nothing, for that reason: the person has the call back. */
  | { is: 'back'; why: string };

export const NO_TRANSFER: Transfer = { is: 'none' };

/** Whether a call goes on without whoever placed it. */
export function isGivenAway(call: Pick<Call, 'transfer'>): boolean {
  return call.transfer?.role === 'given' && call.transfer.isJoined;
}

/** Whether a page that does not carry the call shows it: of two that are joined the newer stands for both. */
export function isShownElsewhere(call: Call): boolean {
  // What a SIP phone speaks is its own affair.
  if (call.endedAt !== null || call.status === 'initiated' || call.placedBy !== 'user') return false;
  return (
    call.transfer === null ||
    call.transfer === undefined ||
    (call.transfer.role === 'placed') === call.transfer.isJoined
  );
}

/** The number that a transfer is on its way to; null where none is. */
export function numberOfTransfer(transfer: Transfer): string | null {
  if (transfer.is === 'asking') return transfer.number;
  return transfer.is === 'ringing' ? transfer.placed.to : null;
}
