import type { Country } from '@farline/contracts/rates';

/** The country that national numbers are read in, from the browser's locale; undefined when it names none. */
export function homeCountry(languages: readonly string[] = navigator.languages): string | undefined {
  for (const tag of languages) {
    const { region } = new Intl.Locale(tag);
    if (region !== undefined && /^[A-Z]{2}$/.test(region)) return region;
  }
  const [first] = languages;
  return first === undefined ? undefined : new Intl.Locale(first).maximize().region;
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
