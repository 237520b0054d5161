import type { LimitOwner } from '@farline/contracts';
import { inTransaction, type Transaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import type { Identity } from '../../platform/http-server.ts';
import { proofNeeded } from '../../platform/problems.ts';
import { type ChosenLimits, FIELD_OF, type Limits, withUsual } from './limit.ts';
import type { LimitsDeps } from './limits-deps.ts';
import { passwordNeeded } from './limits-problems.ts';
import { chosenLimitsOf, lockLimitsOf, nothingChosen, saveChosenLimits } from './limits-store.ts';

export type LimitsChangeDeps = Pick<
  LimitsDeps,
  'database' | 'clock' | 'usual' | 'confirmOwner' | 'ownerProof' | 'audit'
>;
export type Asker = { identity: Identity; address: string };

/** What is left out stays; null: the usual one again. */
export type LimitsChange = { [Field in keyof Limits]?: Limits[Field] | null };

/**
 * Changes the limits of the account or of the one who asks. A lower one counts at once; a higher one needs the
 * password or the second factor, and then all of them are changed or none.
 */
export async function changeLimits(
  deps: LimitsChangeDeps,
  change: Asker & { owner: LimitOwner; wanted: LimitsChange; password: string | null },
): Promise<void> {
  const { identity, address, owner, wanted } = change;
  const { accountId, userId } = identity;
  const ownerId = owner === 'account' ? accountId : userId;
  const usual = owner === 'account' ? deps.usual.account : deps.usual.user;
  // Checked outside the transaction, which must not last as long as a password takes: a try is counted in any case.
  if (change.password !== null) await deps.confirmOwner({ identity, password: change.password });
  const proof = change.password === null ? await deps.ownerProof(identity) : 'fresh';

  await inTransaction(deps.database, async (tx) => {
    await lockLimitsOf(tx, accountId);
    const before = (await chosenLimitsOf(tx, [ownerId])).get(ownerId) ?? nothingChosen;
    const chosen: ChosenLimits = { ...before, ...wanted };
    const [was, is] = [withUsual(before, usual), withUsual(chosen, usual)];
    if (proof !== 'fresh' && isAnyHigher(was, is)) throw proof === 'factor_needed' ? proofNeeded() : passwordNeeded();

    const at = deps.clock.now();
    await saveChosenLimits(tx, { ownerId, accountId, chosen, at });
    await deps.audit(tx, {
      at,
      actor: `user:${userId}`,
      action: 'limits.changed',
      accountId,
      subject: ownerId,
      address,
      before: written(was),
      after: written(is),
    });
    await tellLimitsChanged(tx, accountId);
  });
}

/** Tells the pages of the account, and the calls that end by a limit. */
export async function tellLimitsChanged(tx: Transaction, accountId: string): Promise<void> {
  await publish(tx, { type: 'limits.changed', accountId, subjectId: accountId });
}

function isAnyHigher(was: Limits, is: Limits): boolean {
  return Object.values(FIELD_OF).some((field) => is[field] > was[field]);
}

const written = (limits: Limits): Record<string, unknown> =>
  Object.fromEntries(Object.entries(limits).map(([field, value]) => [field, String(value)]));
