import type { Micros } from '@farline/contracts';
import { countsAt, type Dated } from './dated.ts';

/** What a segment of a message to one country costs, from one instant to another. */
export type SegmentRate = Dated & {
  id: string;
  countryCode: string;
  /** Digits that the number starts with; empty for all numbers of the country. */
  prefix: string;
  perSegmentMicros: Micros;
};

/** The prices of messages of one rate table at one instant. */
export type SegmentRates = {
  /** The rate with the longest prefix of a number (E.164) in a country, the more expensive of two alike; null: none is priced. */
  find(countryCode: string, e164: string): SegmentRate | null;
  /** The usual rate of a country: of its numbers without a rate of their own. */
  ofCountry(countryCode: string): SegmentRate | null;
  all: readonly SegmentRate[];
};

/** The rates that count at this instant, ready to answer. */
export function segmentRatesAt(rates: readonly SegmentRate[], at: Date): SegmentRates {
  const all = rates.filter((rate) => countsAt(rate, at));
  const byCountry = Map.groupBy(all, ({ countryCode }) => countryCode);
  const find = (countryCode: string, digits: string) =>
    (byCountry.get(countryCode) ?? []).filter(({ prefix }) => digits.startsWith(prefix)).reduce(closer, null);
  return {
    find: (countryCode, e164) => find(countryCode, e164.slice(1)),
    ofCountry: (countryCode) => find(countryCode, ''),
    all,
  };
}

function closer(one: SegmentRate | null, other: SegmentRate): SegmentRate {
  if (one === null || other.prefix.length > one.prefix.length) return other;
  if (other.prefix.length < one.prefix.length) return one;
  return other.perSegmentMicros > one.perSegmentMicros ? other : one;
}
