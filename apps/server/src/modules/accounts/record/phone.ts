import { e164 } from '@farline/contracts';
import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * E.164 of a phone as it was typed, or null. Without a plus nobody knows the country: that is not guessed, since calls
 * would later be credited to whoever has the guessed number.
 */
export function phoneToE164(typed: string | null): string | null {
  if (typed === null || !typed.startsWith('+')) return null;
  const parsed = parsePhoneNumberFromString(typed);
  if (parsed === undefined || !parsed.isPossible()) return null;
  return e164.safeParse(parsed.number).data ?? null;
}
