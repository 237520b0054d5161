import { micros, type Micros, MICROS_PER_CENT, type PaymentProvider } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { type Account, usersOfAccount } from '../accounts/index.ts';
import { findMethod, isDisputed, type ProviderUpdateDeps, payByMethod } from '../payments/index.ts';

/** What a balance lacks for the next period of a plan. */
export type Missing = { account: Account; subscriptionId: string; amountMicros: Micros; key: string };

/** Takes what a balance lacks by the account's default payment method. It goes into the wallet, as every payment does. */
export type SavedMethods = {
  /**
   * `held_back`: a bank looks into a payment of this account, or has taken one back for good since the default method was added. Then
   * nothing more is charged unasked.
   */
  defaultIs: (db: Executor, accountId: string) => Promise<'ready' | 'held_back' | 'missing'>;
  /** The same key pays once. */
  pay: (missing: Missing) => Promise<void>;
};

export function savedMethods(deps: ProviderUpdateDeps, provider: PaymentProvider): SavedMethods {
  return {
    defaultIs: async (db, accountId) => {
      const method = await findMethod(db, { accountId, provider: provider.name, id: null });
      if (method === null) return 'missing';
      const { addedAt: since, id: methodId } = method;
      return (await isDisputed(db, { accountId, since, purpose: 'plan', methodId })) ? 'held_back' : 'ready';
    },
    pay: async ({ account, subscriptionId, amountMicros, key }) => {
      const [userId] = await usersOfAccount(deps.database, account.id);
      if (userId === undefined) throw new Error(`account ${account.id} has no user`);
      const purpose = { type: 'plan', id: subscriptionId } as const;
      await payByMethod(deps, provider, {
        account,
        userId,
        amountMicros,
        purpose,
        key,
        methodId: null,
        payer: 'absent',
      });
    },
  };
}

/** Providers take no less. */
const LEAST = 500_000n;

/** What is to be paid so that the balance covers a price after what is owed, which is paid first: whole cents. */
export function missingFor(priceMicros: Micros, balance: { availableMicros: Micros; owedMicros: Micros }): Micros {
  const missing = priceMicros + balance.owedMicros - balance.availableMicros;
  const cents = ((missing + MICROS_PER_CENT - 1n) / MICROS_PER_CENT) * MICROS_PER_CENT;
  return micros(cents < LEAST ? LEAST : cents);
}
