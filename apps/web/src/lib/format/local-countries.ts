import { countryName } from './format.ts';
import { i18n } from '../language/i18n.ts';

/** The countries with their names in the page's language, in its alphabetical order. English keeps the names of the rate table. */
export function localCountries<Place extends { code: string; name: string }>(countries: readonly Place[]): Place[] {
  return countries
    .map((country) => (i18n.language === 'en' ? country : { ...country, name: localName(country) }))
    .sort((a, b) => a.name.localeCompare(b.name, i18n.language));
}

function localName({ code, name }: { code: string; name: string }): string {
  const local = countryName(code);
  return local === code ? name : local;
}
