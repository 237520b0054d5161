import { type Accounts, findAccount, recordAuditEvent, usersOfAccount } from '../modules/accounts/index.ts';
import { createLimits, type UsualLimits } from '../modules/limits/index.ts';
import { savedCardsUntil, topUpsUntil } from '../modules/payments/index.ts';
import { priceOfNumber, type Rating } from '../modules/rating/index.ts';
import type { ServerModule } from '../platform/server-module.ts';
import type { Base } from './base.ts';
import type { Foundation } from '../lay-foundation.ts';

/** Limits show what may be spent, with what payments may still add, and are changed by who proves to be the owner. */
export function wireLimits(
  { gateways: { paymentProvider: provider } }: Foundation,
  { base, usual, accounts, rating }: { base: Base; usual: UsualLimits; accounts: Accounts; rating: Rating },
): ServerModule {
  return createLimits({
    ...base,
    usual,
    confirmOwner: accounts.confirmOwner,
    ownerProof: accounts.ownerProof,
    topUpsUntil,
    accountOf: findAccount,
    usersOf: usersOfAccount,
    audit: recordAuditEvent,
    priceOfNumber: (asked) => priceOfNumber(rating, asked),
    savedCardsUntil: async (db, wanted) => await savedCardsUntil(db, { provider, ...wanted }),
  });
}
