import {
  addresseeOf,
  deleteNamingMails,
  findAccount,
  queueMail,
  takeMailsBack,
  usersOfAccounts,
} from '../modules/accounts/index.ts';
import { callsForNotices } from '../modules/calls/index.ts';
import { findWallets } from '../modules/ledger/index.ts';
import { createNotices } from '../modules/notices/index.ts';
import { pushTo } from '../modules/push/index.ts';
import type { ServerModule } from '../platform/server-module.ts';
import type { Base } from './base.ts';
import { CURRENCY } from './settings.ts';

/** Notices are made of events; who is told, how, and what of, they ask. */
export function wireNotices(base: Base): ServerModule {
  return createNotices({
    ...base,
    addresseeOf,
    currencyOf: async (db, accountId) => (await findAccount(db, accountId))?.currency ?? CURRENCY,
    usersOf: usersOfAccounts,
    walletsOf: findWallets,
    ...callsForNotices,
    mailTo: queueMail,
    deleteNamingMails,
    takeMailsBack,
    pushTo,
  });
}
