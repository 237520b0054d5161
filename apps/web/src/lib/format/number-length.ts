import { validatePhoneNumberLength } from 'libphonenumber-js/min';
import { homeOption, withPlus } from './phone-number.ts';

/** What is wrong with the length of a number, where its country is known. Without a plus or 00 it belongs to `home`. */
export function wrongLength(typed: string, home: string | undefined): 'too-short' | 'too-long' | null {
  switch (validatePhoneNumberLength(withPlus(typed.trim()), { ...homeOption(home), extract: false })) {
    case 'TOO_SHORT':
    // A length between those that the country has.
    case 'INVALID_LENGTH':
      return 'too-short';
    case 'TOO_LONG':
      return 'too-long';
    default:
      return null;
  }
}
