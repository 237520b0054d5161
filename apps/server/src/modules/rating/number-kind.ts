import type { DestinationKind } from '@farline/contracts';
import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';

const KINDS: Partial<Record<NonNullable<NumberType>, DestinationKind>> = {
  FIXED_LINE: 'fixed',
  MOBILE: 'mobile',
  TOLL_FREE: 'toll_free',
  PREMIUM_RATE: 'premium',
  SHARED_COST: 'shared_cost',
  VOIP: 'voip',
  PERSONAL_NUMBER: 'personal',
  UAN: 'uan',
  PAGER: 'pager',
};

/**
 * The kind that the numbering plan gives a whole number, or null where it gives none. Finer than any prefix: of the
 * British 08, some numbers are free and some are premium.
 */
export function kindOfNumber(e164: string): DestinationKind | null {
  const type = parsePhoneNumberFromString(e164)?.getType();
  return type === undefined ? null : (KINDS[type] ?? null);
}

/** Whether the numbering plan of its country has such numbers, as far as is known. */
export const existsInPlan = (e164: string): boolean => parsePhoneNumberFromString(e164)?.isValid() ?? false;

/** Whether the numbering plan keeps it for landlines; false where mobiles may have it too, as in North America. */
export const isLandline = (e164: string): boolean => kindOfNumber(e164) === 'fixed';

/** The country of a number (ISO 3166-1 alpha-2), or null where the numbering plan names none. */
export function countryOfNumber(e164: string): string | null {
  return parsePhoneNumberFromString(e164)?.country ?? null;
}

/** The same, or where a plan of several countries does not tell, the first of them: Britain for +44 7700 900123. For figures alone. */
export function likelyCountryOf(e164: string): string | null {
  const number = parsePhoneNumberFromString(e164);
  return number?.country ?? number?.getPossibleCountries().at(0) ?? null;
}
