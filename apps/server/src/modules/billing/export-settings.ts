import { type Micros, toMoney } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { findAccount } from '../accounts/index.ts';
import { findAutoTopUp } from './auto-top-up-store.ts';
import { findBuyer } from './buyer-store.ts';

/** Who stands on an account's invoices, for an export; none where nothing was said. */
export async function* everyBuyerOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  const buyer = await findBuyer(db, accountId);
  if (Object.values(buyer).some((said) => said !== '')) yield buyer;
}

/** What an account chose of automatic top-up, for an export; none where it never chose. */
export async function* everyAutoTopUpOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  const account = await findAccount(db, accountId);
  const wish = await findAutoTopUp(db, accountId);
  if (account === null || wish === null) return;
  const money = (amount: Micros) => toMoney(amount, account.currency);
  yield {
    state: wish.state,
    stoppedBecause: wish.stoppedBecause,
    mark: money(wish.markMicros),
    amount: money(wish.amountMicros),
    dailyCap: money(wish.dailyCapMicros),
    paymentMethodId: wish.methodId,
    chosenBy: wish.userId,
    changedAt: wish.changedAt,
  };
}
