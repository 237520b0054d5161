import { toMoney } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import type { Executor } from '../../platform/database.ts';
import { viewNumbers, viewOwnNumbers } from './record/number-view.ts';
import { viewOrder } from './record/order-view.ts';
import { ordersAfter } from './record/orders-store.ts';
import { rentChargesAfter } from './record/rentals-store.ts';
import { rulesOf } from './rules-store.ts';

const AT_ONCE = 200;

/** Every number that an account has, for an export. */
export async function* everyNumberOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  yield* await viewNumbers(db, accountId);
}

/** Every number that an account has elsewhere, for an export. */
export async function* everyVerifiedOf(
  { database, clock }: { database: Executor; clock: Clock },
  accountId: string,
): AsyncGenerator<unknown> {
  yield* (await viewOwnNumbers(database, { accountId, at: clock.now() })).verified;
}

/** What an account has said of what happens when its numbers are called, for an export. */
export async function* everyRuleOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  yield* await rulesOf(db, accountId);
}

/** Every number that an account has ordered from a provider and does not have yet, or never got, oldest first, for an export. */
export async function* everyOrderOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  let after: string | null = null;
  for (;;) {
    const orders = await ordersAfter(db, { accountId, after, most: AT_ONCE });
    for (const order of orders) {
      yield { id: order.id, ...viewOrder(order), endedAt: order.settledAt?.toISOString() ?? null };
    }
    after = orders.at(-1)?.id ?? null;
    if (orders.length < AT_ONCE) return;
  }
}

/** Everything that was taken for an account's numbers, oldest first, for an export. */
export async function* everyRentChargeOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  let after: string | null = null;
  for (;;) {
    const charges = await rentChargesAfter(db, { accountId, after, most: AT_ONCE });
    for (const { id, e164: number, period, monthlyMicros, setupMicros, currency, at } of charges) {
      yield {
        id,
        number,
        period,
        monthly: toMoney(monthlyMicros, currency),
        setup: toMoney(setupMicros, currency),
        at,
      };
    }
    after = charges.at(-1)?.id ?? null;
    if (charges.length < AT_ONCE) return;
  }
}
