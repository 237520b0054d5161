import { type Micros, micros } from '@farline/contracts';
import { type CallTerms, isFree } from './call-terms.ts';

const SECONDS_PER_MINUTE = 60n;

/**
 * The price of a call in millionths of the terms' currency, rounded up once, at the end. `answeredSeconds` is whole;
 * a call that was never answered (0) costs nothing.
 */
export function priceCall(terms: CallTerms, answeredSeconds: number): Micros {
  if (answeredSeconds <= 0) return micros(0n);
  const usage = divideUp(terms.perMinuteMicros * BigInt(billedSeconds(terms, answeredSeconds)), SECONDS_PER_MINUTE);
  return micros(terms.connectionMicros + usage);
}

/** The seconds that a call of so many whole seconds is billed for: the minimum, rounded up to the terms' steps. */
export function billedSeconds(terms: CallTerms, answeredSeconds: number): number {
  if (answeredSeconds <= 0) return 0;
  const counted = Math.max(answeredSeconds, terms.minimumSeconds);
  if (counted <= terms.firstSeconds) return terms.firstSeconds;
  return terms.firstSeconds + Math.ceil((counted - terms.firstSeconds) / terms.nextSeconds) * terms.nextSeconds;
}

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

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
