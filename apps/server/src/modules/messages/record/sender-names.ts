import { type SenderRule, senderRuleOf } from '@farline/sms';

/** A name that an account may write under, and the countries in which it is registered. */
export type SenderName = { name: string; registeredIn: readonly string[] };

/** A name as networks carry it (3GPP TS 23.040 §9.1.2.5): eleven characters at most, one of them a letter, and no plus. */
export const isSenderName = (from: string): boolean => /^[ -*,-~]{1,11}$/.test(from) && /[A-Za-z]/.test(from);

/** Why a name cannot be the sender there; null: it can. */
export function whyNotThere(name: SenderName, countryCode: string | null): 'refused' | 'unregistered' | null {
  if (countryCode === null) return 'refused';
  if (name.registeredIn.includes(countryCode)) return null;
  const { alphanumeric } = senderRuleOf(countryCode);
  return NOT_THERE[alphanumeric];
}

/** What nobody knows is as if it had to be registered: an operator who knows says so. */
const NOT_THERE: Record<SenderRule['alphanumeric'], 'refused' | 'unregistered' | null> = {
  allowed: null,
  registered: 'unregistered',
  unknown: 'unregistered',
  refused: 'refused',
};
