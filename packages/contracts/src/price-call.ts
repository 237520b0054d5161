import { type Micros, micros } from './micros.ts';

/** What the price of a call follows from: a fee on answer, and so much a minute, counted in steps. */
export type PriceTerms = Steps & { perMinuteMicros: Micros; connectionMicros: Micros };
type Steps = { minimumSeconds: number; firstSeconds: number; nextSeconds: number };

export const SECONDS_PER_MINUTE = 60n;

/**
 * The price of a call in millionths of the terms' currency, rounded up once, at the end. `answeredSeconds` is whole;
 * a call that was never answered (0) costs nothing.
 */
export function priceCall(terms: PriceTerms, answeredSeconds: number): Micros {
  if (answeredSeconds <= 0) return micros(0n);
  const usage = divideUp(terms.perMinuteMicros * BigInt(billedSeconds(terms, answeredSeconds)), SECONDS_PER_MINUTE);
  return micros(terms.connectionMicros + usage);
}

/** The seconds that a call of so many whole seconds is billed for: the minimum, rounded up to the terms' steps. */
export function billedSeconds(terms: Steps, answeredSeconds: number): number {
  if (answeredSeconds <= 0) return 0;
  const counted = Math.max(answeredSeconds, terms.minimumSeconds);
  if (counted <= terms.firstSeconds) return terms.firstSeconds;
  return terms.firstSeconds + Math.ceil((counted - terms.firstSeconds) / terms.nextSeconds) * terms.nextSeconds;
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
