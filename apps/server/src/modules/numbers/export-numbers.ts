import { toMoney } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import type { Executor } from '../../platform/database.ts';
import { viewNumbers, viewOwnNumbers } from './number-view.ts';
import { rentChargesAfter } from './rentals-store.ts';
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
