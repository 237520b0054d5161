import { senderRuleOf } from '@farline/sms';

/** What is said of names as senders in a country; `unknown`: nothing is known, and a name is to be the sender. */
export interface SenderNote {
  is: 'refused' | 'registered' | 'unknown';
  source: string | null;
}

/** What the page says of a sender there; null: nothing, since it arrives, or is a number where nothing is known of names. */
export function senderNoteOf({ countryCode, from }: { countryCode: string; from: string }): SenderNote | null {
  const { alphanumeric, source } = senderRuleOf(countryCode);
  if (alphanumeric === 'allowed') return null;
  if (alphanumeric === 'unknown' && from.startsWith('+')) return null;
  return { is: alphanumeric, source };
}
