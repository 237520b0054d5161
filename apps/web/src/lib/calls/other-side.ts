import type { Call } from '@farline/contracts/calls';
import { isolate } from '../language/i18n.ts';
import { showNumber } from '../format/phone-number.ts';

/** Who called, to be shown; null for a caller who does not show it. What is no number stands as it came. */
export function shownCaller({ from, fromText }: Pick<Call, 'from' | 'fromText'>): string | null {
  if (from !== null) return showNumber(from);
  return fromText === null ? null : isolate(fromText);
}

/** The number that a call was with: who was called, or who called. Null for a caller who does not show it. */
export function otherSide(call: Pick<Call, 'direction' | 'from' | 'to'>): string | null {
  return call.direction === 'inbound' ? call.from : call.to;
}
