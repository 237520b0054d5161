import { countryName } from './format.ts';
import { i18n } from '../language/i18n.ts';

/** The countries with their names in the page's language, in its alphabetical order; a place that it has no name for keeps its own. */
export function localCountries<Country extends { code: string; name: string }>(
  countries: readonly Country[],
): Country[] {
  return countries
    .map((country) => ({ ...country, name: localName(country) }))
    .sort((a, b) => a.name.localeCompare(b.name, i18n.language));
}

function localName({ code, name }: { code: string; name: string }): string {
  const local = countryName(code);
  return local === code ? name : local;
}
