import { ECHO_TEST } from '@farline/contracts/phone-number';
import { AsYouType, type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** What the typed text means as a telephone number. */
export type ReadNumber =
  | { is: 'empty' }
  /** The free echo test. */
  | { is: 'echo' }
  /** A whole number of a known country. */
  | { is: 'number'; e164: string; international: string; countryCode: string | null }
  /** Not yet, or never, a number; the country if it can already be told. */
  | { is: 'incomplete'; countryCode: string | null };

/** Reads a number in any usual notation; without a plus or 00 it belongs to `home`. */
export function readNumber(typed: string, home: string | undefined): ReadNumber {
  const text = typed.trim();
  if (text === '') return { is: 'empty' };
  if (text.replace(/\s/g, '') === ECHO_TEST) return { is: 'echo' };
  const parsed = parsePhoneNumberFromString(withPlus(text), { ...homeOption(home), extract: false });
  if (parsed?.isPossible() === true) {
    return {
      is: 'number',
      e164: parsed.number,
      international: parsed.formatInternational(),
      countryCode: parsed.country ?? null,
    };
  }
  const typing = new AsYouType(supported(home));
  typing.input(withPlus(text));
  return { is: 'incomplete', countryCode: typing.getCountry() ?? null };
}

/** An E.164 number as people write it: `+44 7700 900123`. What is no number stays as it is. */
export function showNumber(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}

/** 00 is how most of the world dials the plus. */
function withPlus(text: string): string {
  return text.replace(/^\s*00(?=\s*[1-9])/, '+');
}

function supported(country: string | undefined): CountryCode | undefined {
  return country !== undefined && isSupportedCountry(country) ? country : undefined;
}

function homeOption(home: string | undefined): { defaultCountry?: CountryCode } {
  const country = supported(home);
  return country === undefined ? {} : { defaultCountry: country };
}
