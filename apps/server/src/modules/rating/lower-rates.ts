import { type Micros, micros } from '@farline/contracts';
import type { PricedDestination, Rate, RateBook, RateTable } from './rate-book.ts';

/** Another rate table with so much off the price of a minute, in whole percent. Fees, increments and messages stay. */
export type LowerRates = { basedOn: string; percentOff: number };

/** The book of a rate table that is another one with so much off. It shares what the other has in memory. */
export function lowerBook(base: RateBook, table: RateTable, percentOff: number): RateBook {
  const lowered = new Map<Rate, Rate>();
  const lower = (rate: Rate): Rate => {
    const known = lowered.get(rate);
    if (known !== undefined) return known;
    const lowerRate = {
      ...rate,
      terms: { ...rate.terms, perMinuteMicros: lowerPrice(rate.terms.perMinuteMicros, percentOff) },
    };
    lowered.set(rate, lowerRate);
    return lowerRate;
  };
  const lowerPriced = ({ destination, rate }: PricedDestination) => ({ destination, rate: lower(rate) });
  let destinations: PricedDestination[] | undefined;
  return {
    ...table,
    find: (e164) => {
      const found = base.find(e164);
      return found === null ? null : lowerPriced(found);
    },
    rateOfKind: (countryCode, kind) => {
      const rate = base.rateOfKind(countryCode, kind);
      return rate === null ? null : lower(rate);
    },
    get destinations() {
      return (destinations ??= base.destinations.map(lowerPriced));
    },
    segments: base.segments,
    staleAt: base.staleAt,
  };
}

/** So much off, rounded up to the millionth: the house loses nothing by rounding, and nobody more than a millionth. */
function lowerPrice(price: Micros, percentOff: number): Micros {
  return micros((price * BigInt(100 - percentOff) + 99n) / 100n);
}
