import { formatDecimal, micros, parseDecimal } from '@farline/contracts/micros';
import type { Money } from '@farline/contracts/money';

/** Two amounts of one currency together. */
export function sumOf(one: Money, other: Money): Money {
  const [first, second] = [parseDecimal(one.amount), parseDecimal(other.amount)];
  if (first === null || second === null) throw new Error(`Not amounts: ${one.amount}, ${other.amount}`);
  return { amount: formatDecimal(micros(first + second)), currency: one.currency };
}
