import { CONTACT_LIMITS, type ContactNumber } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { newWork, type Work } from '../../platform/work.ts';
import type { Contact, ContactFacts } from './contact.ts';
import { contactNotFound, numberTwice, numberUnreadable, tooManyContacts } from './contacts-problems.ts';
import { type BookDeps, deleteContact, findContact, insertContacts, openBook, saveContacts } from './contacts-store.ts';
import type { ReadNumber } from './read-number.ts';

export type ContactChangeDeps = BookDeps & { database: Database; clock: Clock; readNumber: ReadNumber };

/** Adds a contact. Refuses one too many, and numbers that cannot be read or stand there twice. One that its work has added is given as it is. */
export async function addContact(
  deps: ContactChangeDeps,
  request: { accountId: string; facts: ContactFacts; defaultCountry: string | undefined },
  { id, mayBeDone }: Work = newWork(deps.clock),
): Promise<Contact> {
  const now = deps.clock.now();
  const contact: Contact = {
    id,
    accountId: request.accountId,
    ...request.facts,
    numbers: readNumbers(deps.readNumber, request.facts.numbers, request.defaultCountry),
    createdAt: now,
    changedAt: now,
  };
  return await inTransaction(deps.database, async (tx) => {
    const others = await openBook(deps, tx, request.accountId);
    const added = mayBeDone ? await findContact(tx, contact) : null;
    if (added !== null) return added;
    if (others >= CONTACT_LIMITS.contacts) throw tooManyContacts();
    await insertContacts(tx, [contact]);
    return contact;
  });
}

type Named = { accountId: string; id: string };

/** Changes what is given of a contact, and leaves the rest. */
export async function changeContact(
  deps: ContactChangeDeps,
  request: Named & {
    change: { [Key in keyof ContactFacts]?: ContactFacts[Key] | undefined };
    defaultCountry: string | undefined;
  },
): Promise<Contact> {
  const { change } = request;
  const numbers =
    change.numbers === undefined ? undefined : readNumbers(deps.readNumber, change.numbers, request.defaultCountry);
  return await inTransaction(deps.database, async (tx) => {
    await openBook(deps, tx, request.accountId);
    const found = await findContact(tx, request);
    if (found === null) throw contactNotFound();
    const changed: Contact = {
      ...found,
      name: change.name ?? found.name,
      numbers: numbers ?? found.numbers,
      note: change.note ?? found.note,
      tags: change.tags ?? found.tags,
      isFavourite: change.isFavourite ?? found.isFavourite,
      changedAt: deps.clock.now(),
    };
    await saveContacts(tx, [changed]);
    return changed;
  });
}

/** Removes a contact, and gives what it was. */
export async function removeContact(deps: BookDeps & { database: Database }, request: Named): Promise<Contact> {
  return await inTransaction(deps.database, async (tx) => {
    await openBook(deps, tx, request.accountId);
    const found = await findContact(tx, request);
    if (found === null) throw contactNotFound();
    await deleteContact(tx, found.id);
    return found;
  });
}

/** The typed numbers as E.164. */
function readNumbers(
  readNumber: ReadNumber,
  typed: ContactNumber[],
  defaultCountry: string | undefined,
): ContactNumber[] {
  const seen = new Set<string>();
  return typed.map((each, place) => {
    const number = readNumber(each.number, defaultCountry);
    if (number === null) throw numberUnreadable(place);
    if (seen.has(number)) throw numberTwice(place);
    seen.add(number);
    return { number, label: each.label };
  });
}
