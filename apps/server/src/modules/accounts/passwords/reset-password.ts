import { inTransaction, type Transaction } from '../../../platform/database.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { resetLinkInvalid } from '../record/accounts-problems.ts';
import { findUser, lockAccount, lockAddress, lockUser } from '../record/accounts-store.ts';
import { forgetFactorsOf } from '../factors/forget-factors.ts';
import { confirmAddress } from '../addresses/confirm-address.ts';
import { tokenHash } from '../../../platform/token-hash.ts';
import { refusePoorPasswordOf, replacePassword } from './replace-password.ts';
import { networkOf } from '../record/client-address.ts';
import { findUserOfResetToken } from '../record/reset-tokens-store.ts';
import { clearSignIns } from '../record/try-rate-limits.ts';

/** Sets a new password for whoever holds an unused link of the last hour. The link is used up; every session ends. */
export async function resetPassword(
  deps: UseCaseDeps,
  request: { token: string; newPassword: string; address: string },
): Promise<void> {
  const network = networkOf(request.address);
  deps.passwords.check(network);
  const now = deps.clock.now();
  const hash = tokenHash(request.token);
  // Looked at before the costly hash of the new password, and again behind the lock: the link is good once.
  const userId = await findUserOfResetToken(deps.database, hash, now);
  if (userId === null) throw resetLinkInvalid();
  await refusePoorPasswordOf(deps.database, userId, request.newPassword);
  const passwordHash = await deps.passwords.hash(network, request.newPassword);

  const { email, ended } = await inTransaction(deps.database, async (tx) => {
    const confirmed = await confirmByReset(deps, tx, { userId, hash, address: request.address, at: now });
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
    return { email: user.email, ended: [...ended, ...confirmed] };
  });
  deps.identities.forget(ended);
  await clearSignIns(deps.database, { email, address: request.address });
}

/** Whoever opens a reset link reads what is sent to the address: that confirms it. Gives the sessions that ended. */
async function confirmByReset(
  deps: UseCaseDeps,
  tx: Transaction,
  reset: { userId: string; hash: Buffer; address: string; at: Date },
): Promise<string[]> {
  const { userId, address, at } = reset;
  const found = await findUser(tx, userId);
  if (found === null || found.emailConfirmedAt !== null) return [];
  await lockAddress(tx, found.email);
  await lockAccount(tx, found.accountId);
  const user = await lockUser(tx, userId);
  const isGood = (await findUserOfResetToken(tx, reset.hash, at)) !== null;
  // Behind the lock: the link may have been used up by a change of the address that it went to.
  if (!isGood || user === null || user.email !== found.email) throw resetLinkInvalid();
  const { email, accountId } = user;
  // Whoever signed up may be another: no app and no passkey of theirs opens what is its mailbox's owner's now, or shuts them out.
  await forgetFactorsOf(tx, { user, actor: `user:${userId}`, address, at });
  return await confirmAddress(deps, tx, { userId, accountId, email, actor: `user:${userId}`, address, at });
}
