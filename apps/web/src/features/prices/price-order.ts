import type { Country } from '@farline/contracts/rates';
import { i18n } from '../../lib/language/i18n.ts';
import { likenessOf } from '../../lib/countries/country-names.ts';
import { plain } from '../../lib/format/plain.ts';

/** What the list is ordered by. */
export type PriceOrder = 'country' | 'fixed' | 'mobile' | 'text';

const ORDERS: readonly PriceOrder[] = ['country', 'fixed', 'mobile', 'text'];

const PRICES = { fixed: 'fixedPerMinute', mobile: 'mobilePerMinute', text: 'messagePerSegment' } as const;

/** Reads the address bar; anything else is the order of names. */
export function readOrder(text: string | null): PriceOrder {
  return ORDERS.find((order) => order === text) ?? 'country';
}

/**
 * Countries that match what is searched for: by any name that people give them, by their code, by a calling code, or by a number
 * of theirs. What is meant most likely comes first, then the chosen order; those without a price come last.
 */
export function orderedCountries(
  countries: readonly Country[],
  query: { search: string; order: PriceOrder },
): Country[] {
  const found = /\d/.test(query.search) ? byDigits(countries, query.search) : byName(countries, plain(query.search));
  return found
    .sort((a, b) => a.rank - b.rank || compare(a.country, b.country, query.order))
    .map(({ country }) => country);
}

type Found = { country: Country; rank: number };

function byName(countries: readonly Country[], wanted: string): Found[] {
  return countries.flatMap((country) => {
    const rank = wanted === '' ? 0 : likenessOf(country, wanted);
    return rank === null ? [] : [{ country, rank }];
  });
}

/** Part of a calling code finds all that begin with it; a whole number the country with the longest code that it begins with. */
function byDigits(countries: readonly Country[], search: string): Found[] {
  const digits = search.replace(/^\s*00/, '').replaceAll(/\D/g, '');
  if (digits === '') return [];
  const codes = countries.map((country) => ({ country, codes: codesOf(country) }));
  const begun = codes.filter(({ codes: own }) => own.some((code) => code.startsWith(digits)));
  if (begun.length > 0) return begun.map(({ country }) => ({ country, rank: 0 }));
  const reach = ({ codes: own }: (typeof codes)[number]) =>
    Math.max(0, ...own.filter((code) => digits.startsWith(code)).map((code) => code.length));
  const longest = Math.max(0, ...codes.map(reach));
  return longest === 0
    ? []
    : codes.filter((one) => reach(one) === longest).map(({ country }) => ({ country, rank: 0 }));
}

const codesOf = ({ callingCode, areaCodes }: Country): string[] =>
  areaCodes.length === 0 ? [callingCode] : areaCodes.map((area) => callingCode + area);

function compare(a: Country, b: Country, order: PriceOrder): number {
  const byName = a.name.localeCompare(b.name, i18n.language);
  if (order === 'country') return byName;
  return priceOf(a, order) - priceOf(b, order) || byName;
}

function priceOf(country: Country, order: Exclude<PriceOrder, 'country'>): number {
  const price = country[PRICES[order]];
  return price === null ? Number.MAX_VALUE : Number(price.amount);
}
