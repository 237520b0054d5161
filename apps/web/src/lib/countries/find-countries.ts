import { plain } from '../format/plain.ts';
import { type Likeness, likenessOf } from './country-names.ts';

/**
 * A country as a list offers it: its code of two letters, its name in the page's language, its calling code without plus. One
 * without a code stands for all of them.
 */
export interface CountryOption {
  code: string;
  name: string;
  callingCode: string;
}

/**
 * The countries that somebody may mean: by any name that people give them, in any language of theirs, by their code, or by a
 * calling code. What is meant most likely comes first; without a search all of them, in their order.
 */
export function findCountries(countries: readonly CountryOption[], search: string): readonly CountryOption[] {
  const wanted = plain(search);
  if (wanted === '') return countries;
  return countries
    .flatMap((country) => {
      const rank = rankOf(country, wanted);
      return rank === null ? [] : [{ country, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ country }) => country);
}

function rankOf(country: CountryOption, wanted: string): Likeness | null {
  if (country.code === '') return null;
  if (!/\d/.test(wanted)) return likenessOf(country, wanted);
  const digits = wanted.replace(/^00/, '').replaceAll(/\D/g, '');
  if (country.callingCode === digits) return 0;
  return country.callingCode.startsWith(digits) ? 1 : null;
}
