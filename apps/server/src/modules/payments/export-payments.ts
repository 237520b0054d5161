import { type Micros, toMoney } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { findAccount } from '../accounts/index.ts';
import { findAutoTopUp } from './automatic/auto-top-up-store.ts';
import { labelOf } from './record/method.ts';
import { everyMethod } from './record/methods-store.ts';
import { viewPayment } from './record/payment-view.ts';
import { paymentsBefore } from './record/payments-store.ts';

const AT_ONCE = 200;

/** Every payment of an account, newest first, with its refunds and disputes, for an export. */
export async function* everyPaymentOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  let before: string | null = null;
  do {
    const payments = await paymentsBefore(db, { accountId, before, most: AT_ONCE });
    for (const payment of payments) yield { ...viewPayment(payment), payUrl: undefined, provider: payment.provider };
    before = payments.length === AT_ONCE ? (payments.at(-1)?.id ?? null) : null;
  } while (before !== null);
}

/** Every payment method that an account ever saved, for an export. */
export async function* everyMethodOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  for (const method of await everyMethod(db, accountId)) {
    const { id, provider, expires, isDefault, addedAt, removedAt } = method;
    yield { id, label: labelOf(method), provider, expires, isDefault, addedAt, removedAt };
  }
}

/** What an account chose of automatic top-up, for an export; none where it never chose. */
export async function* everyAutoTopUpOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  const account = await findAccount(db, accountId);
  const settings = await findAutoTopUp(db, accountId);
  if (account === null || settings === null) return;
  const money = (amount: Micros) => toMoney(amount, account.currency);
  yield {
    state: settings.state,
    stoppedBecause: settings.stoppedBecause,
    mark: money(settings.markMicros),
    amount: money(settings.amountMicros),
    dailyCap: money(settings.dailyCapMicros),
    paymentMethodId: settings.methodId,
    chosenBy: settings.userId,
    changedAt: settings.changedAt,
  };
}
