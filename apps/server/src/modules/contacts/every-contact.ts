import type { Executor } from '../../platform/database.ts';
import { viewOfContact } from './contact.ts';
import type { ContactCursor } from './contact-cursor.ts';
import { listContacts } from './contacts-store.ts';
import { foldName } from './fold-name.ts';

/** Their notes are long: so many are held at once. */
const AT_ONCE = 500;

/** Every contact of an account as its pages show it, for an export of everything, a page at a time. */
export async function* everyContactOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  const wanted = { accountId, most: AT_ONCE, words: [], partOfNumber: null, isFavourite: null };
  let after: ContactCursor | null = null;
  for (;;) {
    const contacts = await listContacts(db, { ...wanted, after });
    for (const contact of contacts) yield viewOfContact(contact);
    const last = contacts.at(-1);
    if (last === undefined || contacts.length < AT_ONCE) return;
    after = { searchName: foldName(last.name), id: last.id };
  }
}
