import { type Micros, micros } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { type Account, usersOfAccount } from '../accounts/index.ts';
import { findMethod } from './methods-store.ts';
import { payByMethod } from './pay-by-method.ts';
import type { Provider } from './provider.ts';
import type { NewsDeps } from './take-news.ts';

/** What a balance lacks for the next period of a plan. */
export type Missing = { account: Account; subscriptionId: string; amountMicros: Micros; key: string };

/** Takes what a balance lacks by the account's default payment method. It goes into the wallet, as every payment does. */
export type SavedMethods = {
  hasDefault: (db: Executor, accountId: string) => Promise<boolean>;
  /** The same key pays once. */
  pay: (missing: Missing) => Promise<void>;
};

export function savedMethods(deps: NewsDeps, provider: Provider): SavedMethods {
  return {
    hasDefault: async (db, accountId) =>
      (await findMethod(db, { accountId, provider: provider.name, id: null })) !== null,
    pay: async ({ account, subscriptionId, amountMicros, key }) => {
      const [userId] = await usersOfAccount(deps.database, account.id);
      if (userId === undefined) throw new Error(`account ${account.id} has no user`);
      const purpose = { type: 'plan', id: subscriptionId } as const;
      await payByMethod(deps, provider, {
        ...{ account, userId, amountMicros, purpose, key },
        methodId: null,
        payer: 'absent',
      });
    },
  };
}

const CENT = 10_000n;
/** Providers take no less. */
const LEAST = 500_000n;

/** What is to be paid so that the balance covers a price: whole cents. */
export function missingFor(priceMicros: Micros, availableMicros: Micros): Micros {
  const missing = priceMicros - availableMicros;
  const cents = ((missing + CENT - 1n) / CENT) * CENT;
  return micros(cents < LEAST ? LEAST : cents);
}
