import {
  type Country,
  type Money,
  type Rate as RateReply,
  type SegmentRate as SegmentRateReply,
  toMoney,
} from '@farline/contracts';
import { type CountryCode, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import { termsReply } from './call-terms.ts';
import { buildPrefixTrie } from './prefix-trie.ts';
import type { PricedDestination, Rate, RateBook } from './rate-book.ts';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** The countries and territories that the book prices, by name. Null where a kind has no open rate. */
export function listCountries(book: RateBook): Country[] {
  const codes = new Set(book.destinations.map(({ destination }) => destination.countryCode));
  return [...codes]
    .filter((code): code is CountryCode => code !== null && isSupportedCountry(code))
    .map((code) => countryOf(book, code))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

function countryOf(book: RateBook, code: CountryCode): Country {
  const fixed = book.rateOfKind(code, 'fixed');
  const mobile = book.rateOfKind(code, 'mobile');
  const callingCode = getCountryCallingCode(code);
  return {
    code,
    name: names.of(code) ?? code,
    callingCode,
    areaCodes: callingCode === NORTH_AMERICA ? areaCodesOf(book, code) : [],
    fixedPerMinute: perMinute(fixed),
    // There a number does not tell whether it is a mobile's: where none is priced apart, both cost the same.
    mobilePerMinute: perMinute(mobile ?? (callingCode === NORTH_AMERICA ? fixed : null)),
    messagePerSegment: messagePerSegment(book, code),
  };
}

/** The calling code of some twenty-five countries, which differ by the three digits after it (North American Numbering Plan). */
const NORTH_AMERICA = '1';
/** More area codes than this are no sign of a country any more. */
const MOST_AREA_CODES = 5;

function areaCodesOf(book: RateBook, code: CountryCode): string[] {
  const ofCountry = book.destinations.filter(({ destination }) => destination.countryCode === code);
  const prefixes = ofCountry.map(({ destination }) => destination.prefix).filter((prefix) => prefix.length >= 4);
  const areaCodes = [...new Set(prefixes.map((prefix) => prefix.slice(1, 4)))].sort();
  return areaCodes.length > MOST_AREA_CODES ? [] : areaCodes;
}

/** The rates of a country (ISO 3166-1 alpha-2), or of all, each with the prefixes that it prices. */
export function listRates(book: RateBook, countryCode: string | null): RateReply[] {
  let all = listed.get(book);
  if (all === undefined) {
    all = listAllRates(book);
    listed.set(book, all);
  }
  return countryCode === null ? all : all.filter((rate) => rate.countryCode === countryCode);
}

/** What messages to a country (ISO 3166-1 alpha-2) cost, or to all, each with the prefix that it is for. */
export function listSegmentRates(book: RateBook, countryCode: string | null): SegmentRateReply[] {
  return book.segments.all
    .filter((rate) => countryCode === null || rate.countryCode === countryCode)
    .map(({ id, countryCode: code, prefix, perSegmentMicros }) => ({
      id,
      countryCode: code,
      prefix,
      perSegment: toMoney(perSegmentMicros, book.currency),
    }))
    .toSorted(
      (one, other) => one.countryCode.localeCompare(other.countryCode) || one.prefix.localeCompare(other.prefix),
    );
}

/** A book never changes, and its list takes tens of milliseconds: it is made once. */
const listed = new WeakMap<RateBook, RateReply[]>();

function listAllRates(book: RateBook): RateReply[] {
  const byRate = Map.groupBy(book.destinations, ({ rate }) => rate);
  const prefixes = withoutFinerPrefixes(book);
  return [...byRate].map(([rate, priced]) => ({
    id: rate.id,
    countryCode: rate.countryCode,
    kind: rate.kind,
    ...termsReply(rate.terms),
    prefixes: priced
      .map(({ destination }) => destination.prefix)
      .filter((prefix) => prefixes.has(prefix))
      .sort(),
    open: rate.isOpen,
  }));
}

/** A prefix says nothing new when the next shorter one has the same rate: it only names an operator. */
function withoutFinerPrefixes(book: RateBook): Set<string> {
  const trie = buildPrefixTrie(book.destinations.map((priced) => [priced.destination.prefix, priced] as const));
  const saysSomethingNew = ({ destination, rate }: PricedDestination) =>
    trie.longestMatch(destination.prefix.slice(0, -1))?.rate !== rate;
  return new Set(book.destinations.filter(saysSomethingNew).map(({ destination }) => destination.prefix));
}

function perMinute(rate: Rate | null) {
  return rate?.isOpen ? toMoney(rate.terms.perMinuteMicros, rate.terms.currency) : null;
}

function messagePerSegment(book: RateBook, countryCode: string): Money | null {
  const rate = book.segments.ofCountry(countryCode);
  return rate === null ? null : toMoney(rate.perSegmentMicros, book.currency);
}
