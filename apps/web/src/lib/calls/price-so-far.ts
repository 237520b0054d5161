import { formatDecimal, type Micros, parseDecimal } from '@farline/contracts/micros';
import type { Money } from '@farline/contracts/money';
import { priceCall as priceOf } from '@farline/contracts/price-call';
import type { RateTerms } from '@farline/contracts/rates';

/** Price of a call so far, by the rule that the server charges it by. */
export function priceSoFar(terms: RateTerms, answeredSeconds: number): Money {
  const [perMinuteMicros, connectionMicros] = [amountOf(terms.perMinute), amountOf(terms.connectionFee)];
  const price = priceOf({ ...terms, perMinuteMicros, connectionMicros }, answeredSeconds);
  return { amount: formatDecimal(price), currency: terms.perMinute.currency };
}

function amountOf(money: Money): Micros {
  const amount = parseDecimal(money.amount);
  if (amount === null) throw new Error(`Not an amount: ${money.amount}`);
  return amount;
}
