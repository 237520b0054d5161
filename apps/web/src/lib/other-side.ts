import type { Call } from '@farline/contracts/calls';

/** The number that a call was with: who was called, or who called. Null for a caller who does not show it. */
export function otherSide(call: Pick<Call, 'direction' | 'from' | 'to'>): string | null {
  return call.direction === 'inbound' ? call.from : call.to;
}
