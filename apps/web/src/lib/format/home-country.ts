import type { Country } from '@farline/contracts/rates';

let lived: string | undefined;
let guessed: string | undefined;

/** Where numbers without a code belong from now on: the country of whoever is signed in. Undefined: nobody chose one. */
export function liveIn(country: string | undefined): void {
  lived = country;
}

/** Where they belong while nobody chose a country: where the clock stands. */
export function guessHome(country: string | undefined): void {
  guessed = country;
}

/** The country that national numbers are read in: where somebody lives, else where the clock stands, else what the browser's locale names. */
export function homeCountry(): string | undefined {
  return lived ?? guessed ?? countryOfLanguages(navigator.languages);
}

/** What a list is asked for: the numbers in it are found as they are typed at home. */
export function searched(q: string | undefined): { q?: string; defaultCountry?: string } {
  if (q === undefined || q === '') return {};
  const home = homeCountry();
  return home === undefined ? { q } : { q, defaultCountry: home };
}

/** The country that the first language with one names; without any, where the first is at home. */
export function countryOfLanguages(languages: readonly string[]): string | undefined {
  const locales = languages.flatMap(localeOf);
  for (const { region } of locales) {
    if (region !== undefined && /^[A-Z]{2}$/.test(region)) return region;
  }
  return locales[0]?.maximize().region;
}

/** WebKit hands on the system's `C`, which is no tag of a language (RFC 5646). */
function localeOf(tag: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(tag)];
  } catch {
    return [];
  }
}

/** The place where the reader sits, as their time zone names it: `Europe/Berlin` is Berlin. Null for UTC and the like. */
export function homeCity(timeZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone): string | null {
  const [area, ...rest] = timeZone.split('/');
  const city = rest.at(-1);
  return city === undefined || area === 'Etc' ? null : city.replaceAll('_', ' ');
}

/** A country worth ringing from here: not one's own. */
export function countryAbroad(countries: readonly Country[], home: string | undefined): string | undefined {
  const candidates = ['GB', 'NG', 'IN', 'US'].filter((code) => code !== home);
  return candidates.find((code) => countries.some((country) => country.code === code)) ?? countries[0]?.code;
}
