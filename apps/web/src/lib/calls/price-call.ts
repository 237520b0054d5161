import { formatDecimal, type Micros, micros, parseDecimal } from '@farline/contracts/micros';
import type { Money } from '@farline/contracts/money';
import type { RateTerms } from '@farline/contracts/rates';

/** Seconds that are billed for an answered call: at least the minimum, the first step whole, then whole further steps. */
export function billedSeconds(terms: RateTerms, answeredSeconds: number): number {
  if (answeredSeconds <= 0) return 0;
  const seconds = Math.max(answeredSeconds, terms.minimumSeconds);
  if (seconds <= terms.firstSeconds) return terms.firstSeconds;
  return terms.firstSeconds + Math.ceil((seconds - terms.firstSeconds) / terms.nextSeconds) * terms.nextSeconds;
}

/**
 * Price of a call so far, exactly as the server will charge it: whole micro-units, rounded up once at the end.
 * A call without answer costs nothing.
 */
export function priceCall(terms: RateTerms, answeredSeconds: number): Money {
  const currency = terms.perMinute.currency;
  const billed = billedSeconds(terms, answeredSeconds);
  if (billed === 0) return { amount: formatDecimal(micros(0n)), currency };
  const usage = divideUp(amountOf(terms.perMinute) * BigInt(billed), 60n);
  return { amount: formatDecimal(micros(amountOf(terms.connectionFee) + usage)), currency };
}

function amountOf(money: Money): Micros {
  const amount = parseDecimal(money.amount);
  if (amount === null) throw new Error(`Not an amount: ${money.amount}`);
  return amount;
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
