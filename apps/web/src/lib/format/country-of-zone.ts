import { zonesOf } from '@farline/contracts/country-zones';
import { getCountries } from 'libphonenumber-js/min';

/** The country that a time zone of the IANA database lies in, undefined for UTC and the like. Slow: to be asked once. */
export function countryOfZone(timeZone: string): string | undefined {
  return getCountries().find((code) => zonesOf(code).includes(timeZone));
}

/** The country where this browser's clock stands. */
export function countryOfClock(): string | undefined {
  return countryOfZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
}
