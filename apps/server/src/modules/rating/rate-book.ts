import { priceCall } from '@farline/contracts';
import type { DestinationKind } from '@farline/contracts';
import type { CallTerms } from './call-terms.ts';
import { countsAt, type Dated, nextBoundary } from './dated.ts';
import type { Destination } from './destination.ts';
import { buildPrefixTrie } from './prefix-trie.ts';
import { type SegmentRate, type SegmentRates, segmentRatesAt } from './segment-rates.ts';

/** What calls to one kind of number in one country cost, from one instant to another. */
export type Rate = Dated & {
  id: string;
  countryCode: string;
  kind: DestinationKind;
  /** Digits that the number starts with; empty for all numbers of the kind. */
  prefix: string;
  terms: CallTerms;
  /** A closed destination is refused until it is opened. */
  isOpen: boolean;
};

export type PricedDestination = { destination: Destination; rate: Rate };

/** A named set of rates. Its version grows with each change. */
export type RateTable = { name: string; version: number; currency: string; isSample: boolean };

/** One rate table at one instant, ready to answer. Never changes: a change makes a new book. */
export type RateBook = RateTable & {
  /** The longest priced prefix of a number in E.164; null where none is priced. */
  find(e164: string): PricedDestination | null;
  /** The rate of a kind of number in a country, if it has one of its own. */
  rateOfKind(countryCode: string, kind: DestinationKind): Rate | null;
  destinations: readonly PricedDestination[];
  /** What messages cost. */
  segments: SegmentRates;
  /** When another rate begins or ends to count; null when none does. */
  staleAt: Date | null;
};

/**
 * Prices every destination: by the rate with the longest prefix of its country and kind, the more expensive of two alike. A
 * kind without rate is priced as the most expensive kind of its country; a country without rates is not priced.
 */
export function buildRateBook(source: {
  table: RateTable;
  destinations: readonly Destination[];
  rates: readonly Rate[];
  /** Of messages; none unless told. */
  segmentRates?: readonly SegmentRate[];
  at: Date;
}): RateBook {
  const segmentRates = source.segmentRates ?? [];
  const rates = source.rates.filter((rate) => countsAt(rate, source.at));
  const ofKind = Map.groupBy(rates, (rate) => keyOf(rate.countryCode, rate.kind));
  const ofCountry = Map.groupBy(rates, (rate) => rate.countryCode);
  const mostExpensiveOfCountry = new Map([...ofCountry].map(([code, all]) => [code, all.reduce(moreExpensive)]));

  const byPrefix = new Map<string, PricedDestination>();
  const add = (destination: Destination) => {
    const countryCode = destination.countryCode ?? '';
    const rate =
      closestRate(ofKind.get(keyOf(countryCode, destination.kind)) ?? [], destination.prefix) ??
      mostExpensiveOfCountry.get(countryCode);
    if (rate === undefined) return;
    const other = byPrefix.get(destination.prefix);
    if (other !== undefined && moreExpensive(other.rate, rate) === other.rate) return;
    byPrefix.set(destination.prefix, { destination, rate });
  };
  for (const destination of source.destinations) add(destination);
  for (const rate of rates) {
    if (rate.prefix === '' || byPrefix.has(rate.prefix)) continue;
    add({ prefix: rate.prefix, countryCode: rate.countryCode, kind: rate.kind, operator: null });
  }

  const trie = buildPrefixTrie(byPrefix);
  return {
    ...source.table,
    find: (e164) => trie.longestMatch(e164, 1),
    rateOfKind: (countryCode, kind) => closestRate(ofKind.get(keyOf(countryCode, kind)) ?? [], '') ?? null,
    destinations: [...byPrefix.values()],
    segments: segmentRatesAt(segmentRates, source.at),
    staleAt: nextBoundary([...source.rates, ...segmentRates], source.at),
  };
}

/** The more expensive of two rates by the price of a minute, then of a second. */
export function moreExpensive(one: Rate, other: Rate): Rate {
  for (const seconds of [60, 1]) {
    const difference = priceCall(one.terms, seconds) - priceCall(other.terms, seconds);
    if (difference !== 0n) return difference > 0n ? one : other;
  }
  return one;
}

function closestRate(rates: readonly Rate[], prefix: string): Rate | undefined {
  let closest: Rate | undefined;
  for (const rate of rates) {
    if (!prefix.startsWith(rate.prefix)) continue;
    if (closest === undefined || rate.prefix.length > closest.prefix.length) closest = rate;
    else if (rate.prefix.length === closest.prefix.length) closest = moreExpensive(closest, rate);
  }
  return closest;
}

const keyOf = (countryCode: string, kind: DestinationKind) => `${countryCode} ${kind}`;
