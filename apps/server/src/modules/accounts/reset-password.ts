import { inTransaction } from '../../platform/database.ts';
import type { UseCaseDeps } from './accounts-deps.ts';
import { resetLinkInvalid } from './accounts-problems.ts';
import { lockUser } from './accounts-store.ts';
import { tokenHash } from './tokens.ts';
import { refusePoorPasswordOf, replacePassword } from './replace-password.ts';
import { findUserOfResetToken } from './reset-tokens-store.ts';
import { clearSignIns } from './try-limits.ts';

/** Sets a new password for whoever holds an unused link of the last hour. The link is used up; every session ends. */
export async function resetPassword(
  deps: UseCaseDeps,
  request: { token: string; newPassword: string; address: string },
): Promise<void> {
  const now = deps.clock.now();
  const hash = tokenHash(request.token);
  // Looked at before the costly hash of the new password, and again behind the lock: the link is good once.
  const userId = await findUserOfResetToken(deps.database, hash, now);
  if (userId === null) throw resetLinkInvalid();
  await refusePoorPasswordOf(deps.database, userId, request.newPassword);
  const passwordHash = await deps.passwords.hash(request.newPassword);

  const { email, ended } = await inTransaction(deps.database, async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === null || (await findUserOfResetToken(tx, hash, now)) === null) throw resetLinkInvalid();
    const { address } = request;
    const ended = await replacePassword(tx, {
      user,
      passwordHash,
      because: 'password_reset',
      keepSession: null,
      address,
      at: now,
    });
    return { email: user.email, ended };
  });
  deps.identities.forget(ended);
  await clearSignIns(deps.database, { email, address: request.address });
}
