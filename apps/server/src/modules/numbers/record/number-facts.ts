import type { OfferKind } from '@farline/contracts';
import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Offer } from './offer.ts';

const KINDS: Partial<Record<NonNullable<NumberType>, OfferKind>> = {
  FIXED_LINE: 'fixed',
  // In North America nobody can tell them apart; what is rented there is a landline's to whoever calls.
  FIXED_LINE_OR_MOBILE: 'fixed',
  MOBILE: 'mobile',
  TOLL_FREE: 'toll_free',
  VOIP: 'voip',
};

/** Whose country a number is and what it is; null: it is no landline, mobile, toll-free or internet number of a country. */
export function numberFacts(e164: string): Pick<Offer, 'country' | 'kind'> | null {
  const read = parsePhoneNumberFromString(e164);
  if (read === undefined || read.number !== e164 || !read.isValid()) return null;
  const { country } = read;
  const kind = KINDS[read.getType() ?? 'PAGER'];
  return country === undefined || kind === undefined ? null : { country, kind };
}

/** The digits of a number without its country code. */
export const nationalDigits = (e164: string): string => parsePhoneNumberFromString(e164)?.nationalNumber ?? '';
