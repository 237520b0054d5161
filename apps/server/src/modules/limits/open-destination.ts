import type { AskedDestination } from '@farline/contracts';
import { inTransaction, type Executor } from '../../platform/database.ts';
import { type Asker, type LimitsChangeDeps, tellLimitsChanged } from './change-limits.ts';
import type { Limits, UsualLimits } from './limit.ts';
import type { PricedNumber } from './limits-deps.ts';
import { destinationNotExpensive, destinationNotOpened } from './limits-problems.ts';
import { deleteOpened, insertOpened, isOpenedBy, lockLimitsOf } from './limits-store.ts';
import { presentUsage } from './usage.ts';

/** Why a destination is refused until it is opened, and whether it is. */
export type Expense = Pick<AskedDestination, 'dearBecause' | 'isOpened'>;

/** Looks at a destination as a call to it would be. */
export async function expensivenessOf(
  db: Executor,
  usual: UsualLimits,
  asked: { accountId: string; userId: string; timeZone: string; priced: PricedNumber; now: Date },
): Promise<Expense> {
  const { accountId, userId, timeZone, priced, now } = asked;
  const { countryCode, kind } = priced;
  if (countryCode === null) return { dearBecause: null, isOpened: false };
  const usage = await presentUsage(db, usual, { accountId, userId, timeZone, destination: null, now });
  return {
    dearBecause: dearBecause(priced, [usage.account.limits, usage.user.limits]),
    isOpened: await isOpenedBy(db, { accountId, countryCode, kind }),
  };
}

function dearBecause(priced: PricedNumber, all: Limits[]): Expense['dearBecause'] {
  if (priced.isClosed) return 'closed';
  if (all.some((limits) => priced.perMinuteMicros > limits.perMinuteMicros)) return 'per_minute';
  if (all.some((limits) => priced.connectionMicros > limits.connectionMicros)) return 'connection_fee';
  return null;
}

/** Opens an expensive kind of number in a country for the account, for whoever proves that it is theirs. Again changes nothing. */
export async function openDestination(
  deps: LimitsChangeDeps,
  opening: Asker & { timeZone: string; priced: PricedNumber; password: string | undefined },
): Promise<void> {
  const { identity, address, timeZone, priced } = opening;
  const { accountId, userId } = identity;
  const { countryCode, kind } = priced;
  await deps.confirmOwner({ identity, password: opening.password });
  await inTransaction(deps.database, async (tx) => {
    await lockLimitsOf(tx, accountId);
    const at = deps.clock.now();
    const { dearBecause: because } = await expensivenessOf(tx, deps.usual, {
      accountId,
      userId,
      timeZone,
      priced,
      now: at,
    });
    if (countryCode === null || because === null) throw destinationNotExpensive();
    if (!(await insertOpened(tx, { accountId, userId, countryCode, kind, at }))) return;
    await deps.audit(tx, {
      at,
      actor: `user:${userId}`,
      action: 'limits.destination_opened',
      accountId,
      subject: accountId,
      address,
      after: { countryCode, kind, because },
    });
    await tellLimitsChanged(tx, accountId);
  });
}

/** Closes a destination again. Refuses one that is not open. */
export async function closeDestination(
  deps: LimitsChangeDeps,
  closing: Asker & { countryCode: string; kind: string },
): Promise<void> {
  const { identity, address, countryCode, kind } = closing;
  const { accountId, userId } = identity;
  await inTransaction(deps.database, async (tx) => {
    await lockLimitsOf(tx, accountId);
    if (!(await deleteOpened(tx, { accountId, countryCode, kind }))) throw destinationNotOpened();
    await deps.audit(tx, {
      at: deps.clock.now(),
      actor: `user:${userId}`,
      action: 'limits.destination_closed',
      accountId,
      subject: accountId,
      address,
      before: { countryCode, kind },
    });
    await tellLimitsChanged(tx, accountId);
  });
}
