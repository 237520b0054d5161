import { plain } from '../format/plain.ts';
import { getCountryNames } from './country-aliases.ts';

/** How well a country is meant by what was typed; null: not at all. Lower is better. */
export type Likeness = 0 | 1 | 2 | 3;

/** Whole names and codes first, then what a name begins with, then what a word of it begins with, then anything in it. */
export function likenessOf(country: { code: string; name: string }, wanted: string): Likeness | null {
  const own = [country.code, country.name, ...getCountryNames(country.code)].map(plain);
  if (own.includes(wanted)) return 0;
  const names = own.slice(1);
  if (names.some((name) => name.startsWith(wanted))) return 1;
  if (names.some((name) => name.includes(` ${wanted}`))) return 2;
  return names.some((name) => name.includes(wanted)) ? 3 : null;
}
