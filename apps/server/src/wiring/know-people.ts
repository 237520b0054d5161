import type { KnowPeople } from '../modules/calls/index.ts';
import { contactsOfNumbers, isFavouriteNumberSql } from '../modules/contacts/index.ts';
import { isPeerBlockedSql, notesOfPeers } from '../modules/messages/index.ts';
import type { KnowCaller } from '../modules/numbers/index.ts';

/** What an account has said of somebody who calls: in its contacts, and in its messages. */
export const knowCaller: KnowCaller = ({ accountId, number }) => ({
  isFavourite: isFavouriteNumberSql({ accountId, number }),
  isBlockedInMessages: isPeerBlockedSql({ accountId, peer: number }),
});

/** What an account has written down of whoever has these numbers: in its contacts, and in its conversations. */
export const knowPeople: KnowPeople = async (db, accountId, numbers) => {
  const contacts = await contactsOfNumbers(db, accountId, numbers);
  const notes = await notesOfPeers(db, accountId, numbers);
  return new Map(
    numbers.map((number) => {
      const { name = null, tags = [] } = contacts.get(number) ?? {};
      return [number, { name, tags, note: notes.get(number) ?? '' }];
    }),
  );
};
