import { formatDecimal, micros, parseDecimal } from '@farline/contracts/micros';
import type { Money } from '@farline/contracts/money';

/** Two amounts of one currency together. */
export function sumOf(one: Money, other: Money): Money {
  return { amount: formatDecimal(micros(microsOf(one) + microsOf(other))), currency: one.currency };
}

/** What is left of an amount without another of its currency. */
export function differenceOf(one: Money, other: Money): Money {
  return { amount: formatDecimal(micros(microsOf(one) - microsOf(other))), currency: one.currency };
}

function microsOf({ amount }: Money): bigint {
  const read = parseDecimal(amount);
  if (read === null) throw new Error(`Not an amount: ${amount}`);
  return read;
}
