import { billedSeconds, type Micros, SECONDS_PER_MINUTE } from '@farline/contracts';
import { type CallTerms, isFree } from './call-terms.ts';

/**
 * The longest call, in whole seconds, whose price is at most `amount`: the exact inverse of `priceCall`. 0 when even
 * the shortest answered call costs more; null when the call is free or time costs nothing, so no end is known.
 */
export function longestAffordable(terms: CallTerms, amount: Micros): number | null {
  if (isFree(terms)) return null;
  const forTime = amount - terms.connectionMicros;
  if (forTime < 0n) return 0;
  if (terms.perMinuteMicros === 0n) return null;
  const affordable = Number((forTime * SECONDS_PER_MINUTE) / terms.perMinuteMicros);
  if (affordable < billedSeconds(terms, 1)) return 0;
  const nextSteps = Math.floor((affordable - terms.firstSeconds) / terms.nextSeconds);
  return terms.firstSeconds + nextSteps * terms.nextSeconds;
}
