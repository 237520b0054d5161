import type { ContactName } from '@farline/contracts/contacts/contacts';

/** All numbers of the contact that has this one, in one order whichever it is; a number that no contact has, and a sender's name, is alone. */
export function numbersOfPerson(peer: string, names: readonly ContactName[]): readonly string[] {
  const contactId = names.find(({ number }) => number === peer)?.contactId;
  if (contactId === undefined) return [peer];
  return names.filter((one) => one.contactId === contactId).map(({ number }) => number);
}
