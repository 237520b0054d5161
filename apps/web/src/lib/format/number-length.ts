import { validatePhoneNumberLength } from 'libphonenumber-js/min';
import { homeOption, withPlus } from './phone-number.ts';

/** What is wrong with the length of a number, where its country is known. Without a plus or 00 it belongs to `home`. */
export function wrongLength(typed: string, home: string | undefined): 'too-short' | 'too-long' | null {
  const wrong = validatePhoneNumberLength(withPlus(typed.trim()), homeOption(home));
  if (wrong === 'TOO_LONG') return 'too-long';
  // The second: a length between those that the country has.
  return wrong === 'TOO_SHORT' || wrong === 'INVALID_LENGTH' ? 'too-short' : null;
}
