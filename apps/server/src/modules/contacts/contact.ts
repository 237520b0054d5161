import type { Contact as ContactView, ContactNumber } from '@farline/contracts';

/** Somebody whom an account's users call. At least one number, E.164 each, none twice. */
export type Contact = {
  id: string;
  accountId: string;
  name: string;
  numbers: ContactNumber[];
  note: string;
  /** In the order in which they were written, none twice. */
  tags: string[];
  isFavourite: boolean;
  createdAt: Date;
  changedAt: Date;
};

/** What a person, or a file, says of a contact. */
export type ContactFacts = Pick<Contact, 'name' | 'numbers' | 'note' | 'tags' | 'isFavourite'>;

/** The contact as a page shows it. */
export function viewOfContact(contact: Contact): ContactView {
  const { id, name, numbers, note, tags, isFavourite, createdAt, changedAt } = contact;
  return {
    id,
    name,
    numbers,
    note,
    tags,
    isFavourite,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
  };
}
