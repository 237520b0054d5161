import {
  LIST_OF_COUNTRIES,
  NAMES_ALLOWED,
  NAMES_REFUSED,
  NAMES_REGISTERED,
  QUIET_HOURS,
  type QuietHours,
  REGISTERS,
} from './sender-rules-data.ts';

export type SenderRule = {
  /**
   * A name instead of a number as the sender: it arrives, it arrives once it is registered, or it is refused or made a number.
   * Unknown where no source says it.
   */
  alphanumeric: 'allowed' | 'registered' | 'refused' | 'unknown';
  /** Where it says so; null for what is unknown. */
  source: string | null;
  /** When advertising may not be sent; null where no source names hours. */
  quietHours: QuietHours | null;
};

/** What a country (ISO 3166-1 alpha-2) lets be the sender of a message, and when. As public sources have it, which change. */
export function senderRuleOf(countryCode: string): SenderRule {
  const quietHours = QUIET_HOURS.get(countryCode) ?? null;
  const register = REGISTERS.get(countryCode);
  if (register !== undefined) return { alphanumeric: 'registered', source: register, quietHours };
  const listed = listedRule(countryCode);
  return { alphanumeric: listed, source: listed === 'unknown' ? null : LIST_OF_COUNTRIES, quietHours };
}

function listedRule(countryCode: string): SenderRule['alphanumeric'] {
  if (NAMES_ALLOWED.has(countryCode)) return 'allowed';
  if (NAMES_REGISTERED.has(countryCode)) return 'registered';
  return NAMES_REFUSED.has(countryCode) ? 'refused' : 'unknown';
}
