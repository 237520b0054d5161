import { inTransaction } from '../../../platform/database.ts';
import type { Identity } from '../../../platform/http-server.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { wrongCurrentPassword } from '../record/accounts-problems.ts';
import { findPasswordHash, lockUser } from '../record/accounts-store.ts';
import { requireFreshFactor } from '../factors/prove-owner.ts';
import { refusePoorPasswordOf, replacePassword } from './replace-password.ts';
import { countPasswordChange } from '../record/try-rate-limits.ts';

/** Replaces the password of whoever knows the current one, and has shown the second factor that there is; their other sessions end, this one stays. */
export async function changePassword(
  deps: UseCaseDeps,
  request: { identity: Identity; currentPassword: string; newPassword: string; address: string },
): Promise<void> {
  const { userId, sessionId } = request.identity;
  const now = deps.clock.now();
  const limits = { database: deps.database, rateLimitsPerAddress: deps.settings.rateLimitsPerAddress };
  await requireFreshFactor(deps, request.identity);
  deps.passwords.check(userId);
  await countPasswordChange(limits, userId, now, sessionId);

  const currentHash = await findPasswordHash(deps.database, userId);
  if (!(await deps.passwords.verify(userId, currentHash, request.currentPassword))) throw wrongCurrentPassword();
  await refusePoorPasswordOf(deps.database, userId, request.newPassword);
  const passwordHash = await deps.passwords.hash(userId, request.newPassword);

  const ended = await inTransaction(deps.database, async (tx) => {
    const user = await lockUser(tx, userId);
    // Of two changes at once, one wins; the other's current password is no longer that.
    if (user === null || (await findPasswordHash(tx, userId)) !== currentHash) throw wrongCurrentPassword();
    const { address } = request;
    return replacePassword(tx, {
      user,
      passwordHash,
      because: 'password_changed',
      keepSession: sessionId,
      address,
      at: now,
    });
  });
  deps.identities.forget(ended);
}
