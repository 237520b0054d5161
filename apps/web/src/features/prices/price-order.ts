import type { Country } from '@farline/contracts/rates';
import { i18n } from '../../lib/language/i18n.ts';

/** What the list is ordered by. */
export type PriceOrder = 'country' | 'fixed' | 'mobile' | 'text';

const ORDERS: readonly PriceOrder[] = ['country', 'fixed', 'mobile', 'text'];

const PRICES = { fixed: 'fixedPerMinute', mobile: 'mobilePerMinute', text: 'messagePerSegment' } as const;

/** Reads the address bar; anything else is the order of names. */
export function readOrder(text: string | null): PriceOrder {
  return ORDERS.find((order) => order === text) ?? 'country';
}

/** Countries that match what is searched for, in order; those without a price come last. */
export function orderedCountries(
  countries: readonly Country[],
  wish: { search: string; order: PriceOrder },
): Country[] {
  const found = countries.filter((country) => matches(country, wish.search.trim().toLocaleLowerCase()));
  return found.sort((a, b) => compare(a, b, wish.order));
}

function compare(a: Country, b: Country, order: PriceOrder): number {
  const byName = a.name.localeCompare(b.name, i18n.language);
  if (order === 'country') return byName;
  return priceOf(a, order) - priceOf(b, order) || byName;
}

function priceOf(country: Country, order: Exclude<PriceOrder, 'country'>): number {
  const price = country[PRICES[order]];
  return price === null ? Number.MAX_VALUE : Number(price.amount);
}

/** By name, by calling code with or without plus, or by the code of the country. */
function matches(country: Country, wanted: string): boolean {
  if (wanted === '') return true;
  const digits = wanted.replace(/^\+|^00/, '');
  return (
    country.name.toLocaleLowerCase().includes(wanted) ||
    country.code.toLowerCase() === wanted ||
    (/^\d+$/.test(digits) && country.callingCode.startsWith(digits))
  );
}
