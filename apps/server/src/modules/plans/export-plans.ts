import { toMoney } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { planChargesAfter } from './subscriptions-store.ts';

const AT_ONCE = 200;

/** Everything that was taken for an account's plans, oldest first, for an export. */
export async function* everyPlanChargeOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  let after: string | null = null;
  for (;;) {
    const charges = await planChargesAfter(db, { accountId, after, most: AT_ONCE });
    for (const { id, kind, planId, fromPlanId, period, days, daysLeft, amountMicros, currency, at } of charges) {
      yield { id, kind, planId, fromPlanId, period, days, daysLeft, amount: toMoney(amountMicros, currency), at };
    }
    after = charges.at(-1)?.id ?? null;
    if (charges.length < AT_ONCE) return;
  }
}
