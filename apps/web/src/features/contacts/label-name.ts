import { CONTACT_LABELS } from '@farline/contracts/contacts/contacts';
import { contactsText } from '../../texts/contacts.ts';

const WORDS = {
  mobile: 'labelMobile',
  home: 'labelHome',
  work: 'labelWork',
  main: 'labelMain',
  other: 'labelOther',
} as const;

/** A label in the page's words; one that somebody made up stays as it was written. */
export function labelName(label: string): string {
  const known = CONTACT_LABELS.find((one) => one === label);
  return known === undefined ? label : contactsText.say(WORDS[known]);
}
