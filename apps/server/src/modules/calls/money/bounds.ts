import { type Micros, micros } from '@farline/contracts';
import type { Left } from '../../limits/index.ts';
import type { CallRecord, EndBecause } from '../record/call-record.ts';
import { endBecauseOf } from './spending-limits.ts';

/** The most that a call may hold more, and what bounds it. */
export type Bound = { mostMicros: Micros; because: EndBecause };

/** What the limits of an account leave; null: those are lifted. */
export const leftByLimits = (left: Left): Bound | null =>
  left === null ? null : { mostMicros: left.mostMicros, because: endBecauseOf(left.bound.limit) };

/** What a call may cost itself beyond what it holds; null: nothing was said. */
export function leftByItself({ mostMicros }: Pick<CallRecord, 'mostMicros'>, heldMicros: Micros): Bound | null {
  if (mostMicros === null) return null;
  return { mostMicros: micros(mostMicros > heldMicros ? mostMicros - heldMicros : 0n), because: 'forward_most' };
}

/** The one that leaves less; the first where both leave as much. */
export function tighter(one: Bound | null, other: Bound | null): Bound | null {
  if (one === null || other === null) return one ?? other;
  return other.mostMicros < one.mostMicros ? other : one;
}
