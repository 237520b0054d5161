import type { LimitName } from '@farline/contracts';
import { inTransaction } from '../../platform/database.ts';
import { type Asker, type LimitsChangeDeps, tellLimitsChanged } from './change-limits.ts';
import type { LimitedAccount } from './limits-deps.ts';
import { limitNotLifted } from './limits-problems.ts';
import { deleteLift, lockLimitsOf, saveLift } from './limits-store.ts';
import { presentUsage } from './usage.ts';

/** Takes a limit away for the rest of the account's day, for whoever proves that it is theirs. It counts again by itself. */
export async function liftLimit(
  deps: LimitsChangeDeps,
  lift: Asker & { account: LimitedAccount; limit: LimitName; password: string | undefined },
): Promise<void> {
  const { identity, address, account, limit } = lift;
  const { accountId, userId } = identity;
  await deps.confirmOwner({ identity, password: lift.password });
  await inTransaction(deps.database, async (tx) => {
    await lockLimitsOf(tx, accountId);
    const at = deps.clock.now();
    const { timeZone } = account;
    const { windows } = await presentUsage(tx, deps.usual, {
      accountId,
      userId,
      timeZone,
      destination: null,
      now: at,
    });
    const until = windows.day.to;
    await saveLift(tx, { accountId, limit, until });
    await deps.audit(tx, {
      at,
      actor: `user:${userId}`,
      action: 'limits.lifted',
      accountId,
      subject: accountId,
      address,
      after: { limit, until: until.toISOString() },
    });
    await tellLimitsChanged(tx, accountId);
  });
}

/** The limit counts again, from now on. */
export async function endLift(deps: LimitsChangeDeps, ended: Asker & { limit: LimitName }): Promise<void> {
  const { identity, address, limit } = ended;
  const { accountId, userId } = identity;
  await inTransaction(deps.database, async (tx) => {
    await lockLimitsOf(tx, accountId);
    const at = deps.clock.now();
    if (!(await deleteLift(tx, { accountId, limit, now: at }))) throw limitNotLifted();
    await deps.audit(tx, {
      at,
      actor: `user:${userId}`,
      action: 'limits.lift_ended',
      accountId,
      subject: accountId,
      address,
      before: { limit },
    });
    await tellLimitsChanged(tx, accountId);
  });
}
