import type { Executor } from '../../platform/database.ts';
import { viewOfContact } from './contact.ts';
import { allContacts } from './import-contacts.ts';

/** Every contact of an account as its pages show it, for an export of everything. Their number is bounded. */
export async function* everyContactOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  for (const contact of await allContacts(db, accountId)) yield viewOfContact(contact);
}
