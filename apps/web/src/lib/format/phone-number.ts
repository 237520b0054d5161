import { isEmergencyNumber, isEmergencyTyped } from '@farline/contracts/numbers/emergency-numbers';
import { ECHO_TEST, OWN_VOICEMAIL } from '@farline/contracts/service-numbers';
import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { isolate } from '../language/i18n.ts';

/** What the typed text means as a telephone number. */
export type ReadNumber =
  | { is: 'empty' }
  /** The free echo test. */
  | { is: 'echo' }
  /** One's own voicemail. */
  | { is: 'voicemail' }
  /** A whole number of a known country. */
  | { is: 'number'; e164: string; international: string; countryCode: string | null }
  /** Not yet, or never, a number; the country if it can already be told. */
  | { is: 'incomplete'; countryCode: string | null };

/** Reads a number in any usual notation; without a plus or 00 it belongs to `home`. */
export function readNumber(typed: string, home: string | undefined): ReadNumber {
  const text = typed.trim();
  if (text === '') return { is: 'empty' };
  const bare = text.replace(/\s/g, '');
  if (bare === ECHO_TEST) return { is: 'echo' };
  if (bare === OWN_VOICEMAIL) return { is: 'voicemail' };
  const parsed = parsePhoneNumberFromString(withPlus(text), { ...homeOption(home), extract: false });
  if (parsed?.isPossible() === true) {
    return {
      is: 'number',
      e164: parsed.number,
      international: parsed.formatInternational(),
      countryCode: parsed.country ?? countryOfCallingCode(parsed.countryCallingCode),
    };
  }
  const typing = new AsYouType(supported(home));
  typing.input(withPlus(text));
  return { is: 'incomplete', countryCode: typing.getCountry() ?? countryOfCallingCode(typing.getCallingCode()) };
}

/** Whether it calls for help somewhere, also behind a country's code: `+44 999` does as much as `999`. */
export function callsForHelp(typed: string, home: string | undefined): boolean {
  if (isEmergencyTyped(typed)) return true;
  const parsed = parsePhoneNumberFromString(withPlus(typed.trim()), { ...homeOption(home), extract: false });
  return parsed !== undefined && !parsed.isPossible() && isEmergencyNumber(parsed.nationalNumber);
}

/** How the numbers begin that start with what is typed: `020` in Great Britain is `+4420`. Null: that cannot be told. */
export function readBeginning(typed: string, home: string | undefined): string | null {
  const typing = new AsYouType(supported(home));
  typing.input(withPlus(typed.trim()));
  return typing.getNumberValue() ?? null;
}

/** An E.164 number as people write it: `+44 7700 900123`. What is no number stays as it is. */
export const showNumber = (e164: string): string => isolate(writeNumber(e164));

/** The same for a field, where it is typed on. */
export const writeNumber = (e164: string): string => parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;

/** The country to name beside an E.164 number: the chosen one where the number has its calling code, else the number's own. */
export function countryBeside(e164: string, chosen: string): string {
  const home = supported(chosen);
  const parsed = parsePhoneNumberFromString(e164);
  if (parsed === undefined || (home !== undefined && getCountryCallingCode(home) === parsed.countryCallingCode))
    return chosen;
  return parsed.country ?? countryOfCallingCode(parsed.countryCallingCode) ?? chosen;
}

/** The country that comes to mind first where several share a calling code (ITU-T E.164, list of assigned codes). */
const FIRST_OF_SHARED: Record<string, string> = {
  '1': 'US',
  '7': 'RU',
  '39': 'IT',
  '44': 'GB',
  '47': 'NO',
  '61': 'AU',
  '212': 'MA',
  '262': 'RE',
  '290': 'SH',
  '358': 'FI',
  '590': 'GP',
  '599': 'CW',
};

function countryOfCallingCode(code: string | undefined): string | null {
  if (code === undefined) return null;
  return FIRST_OF_SHARED[code] ?? getCountries().find((country) => getCountryCallingCode(country) === code) ?? null;
}

/** 00 is how most of the world dials the plus. */
export function withPlus(text: string): string {
  return text.replace(/^\s*00(?=\s*[1-9])/, '+');
}

function supported(country: string | undefined): CountryCode | undefined {
  return country !== undefined && isSupportedCountry(country) ? country : undefined;
}

export function homeOption(home: string | undefined): { defaultCountry?: CountryCode } {
  const country = supported(home);
  return country === undefined ? {} : { defaultCountry: country };
}
