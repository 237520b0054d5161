import { isFavouriteNumber } from './modules/contacts/index.ts';
import { isPeerBlocked } from './modules/messages/index.ts';
import type { KnowCaller } from './modules/numbers/index.ts';

/** What an account has said of somebody who calls: in its contacts, and in its messages. */
export const knowCaller: KnowCaller = async (db, { accountId, number }) => ({
  isFavourite: await isFavouriteNumber(db, { accountId, number }),
  isBlockedInMessages: await isPeerBlocked(db, { accountId, peer: number }),
});
