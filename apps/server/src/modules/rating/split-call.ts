import { priceCall } from '@farline/contracts';
import type { Micros } from '@farline/contracts';
import type { CallTerms } from './call-terms.ts';
import { longestAffordable } from './longest-affordable.ts';

/** The two parts of a call: what an allowance covers, and what is paid. Their seconds add up to the whole. */
export type SplitCall = { includedSeconds: number; paidSeconds: number; priceMicros: Micros };

/**
 * A call of so many seconds of which up to `includedSeconds` are of an allowance. They come first, second by second; the
 * rest is priced by the terms as a call of its own, and costs nothing when there is no rest.
 */
export function splitCall(terms: CallTerms, answeredSeconds: number, includedSeconds: number): SplitCall {
  const included = Math.min(answeredSeconds, includedSeconds);
  const paidSeconds = answeredSeconds - included;
  return { includedSeconds: included, paidSeconds, priceMicros: priceCall(terms, paidSeconds) };
}

/** The longest call that these seconds of an allowance and this money reach for; null: no end is known. */
export function longestSplit(terms: CallTerms, has: { includedSeconds: number; amount: Micros }): number | null {
  const paid = longestAffordable(terms, has.amount);
  return paid === null ? null : has.includedSeconds + paid;
}
