import { type CloseAccountReply, toMoney } from '@farline/contracts';
import { inTransaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { Identity } from '../../../platform/http-server.ts';
import { forgetAnswersTo } from '../../../platform/idempotency.ts';
import { findWallet } from '../../ledger/index.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { wrongPassword } from '../record/accounts-problems.ts';
import { findPasswordHash, lockAccount, lockUser, saveAccount, usersOfAccount } from '../record/accounts-store.ts';
import { recordAuditEvent } from '../record/audit-store.ts';
import { deleteNamingMails, queueAccountMail } from '../mail-queue/mail-queue-store.ts';
import { requireFreshFactor } from '../factors/prove-owner.ts';
import { deleteConfirmation } from '../record/confirmations-store.ts';
import { deletePicture } from '../record/picture-store.ts';
import { useUpResetTokens } from '../record/reset-tokens-store.ts';
import { endSessionsOfAccount } from '../record/sessions-store.ts';
import { countPasswordChange } from '../record/try-rate-limits.ts';

/**
 * Closes an account for whoever knows the password: everyone in it is signed out, running calls are ended and charged up
 * to their end, nothing can be placed or signed in to any more. Records stay, as the law of most places wants it.
 */
export async function closeAccount(
  deps: UseCaseDeps,
  request: { identity: Identity; password: string; address: string },
): Promise<CloseAccountReply> {
  const { userId, accountId, sessionId } = request.identity;
  const at = deps.clock.now();
  await requireFreshFactor(deps, request.identity);
  deps.passwords.check(userId);
  await countPasswordChange({ database: deps.database, rateLimitsPerAddress: false }, userId, at, sessionId);
  const hash = await findPasswordHash(deps.database, userId);
  if (!(await deps.passwords.verify(userId, hash, request.password))) throw wrongPassword();

  const closed = await inTransaction(deps.database, async (tx) => {
    const account = await lockAccount(tx, accountId);
    const user = await lockUser(tx, userId);
    if (account === null || user === null) throw new Error(`user ${userId} has a session but no row`);
    if ((await findPasswordHash(tx, userId)) !== hash) throw wrongPassword();

    await saveAccount(tx, { ...account, state: 'closed' });
    const sessions = await endSessionsOfAccount(tx, { accountId, at, because: 'account_closed' });
    await useUpResetTokens(tx, { userId, at });
    await deleteConfirmation(tx, userId);
    const users = await usersOfAccount(tx, accountId);
    await forgetAnswersTo(tx, users);
    await deleteNamingMails(tx, users);
    // The books name people, and show nobody's face.
    for (const id of users) await deletePicture(tx, id);
    await recordAuditEvent(tx, {
      at,
      actor: `user:${userId}`,
      action: 'account.closed',
      accountId,
      subject: accountId,
      address: request.address,
      before: { state: account.state },
      after: { state: 'closed', endedSessions: sessions.length },
    });
    await queueAccountMail(tx, { kind: 'account_closed', userId, recipient: user.email, at });
    await publish(tx, { type: 'account.closed', accountId, subjectId: accountId });
    const callsEnded = await deps.endCallsOf(tx, { accountId, at });
    const wallet = await findWallet(tx, account.walletId);
    if (wallet === null) throw new Error(`account ${accountId} has no wallet ${account.walletId}`);
    return { sessions, callsEnded, creditLeft: toMoney(wallet.balanceMicros, wallet.unit) };
  });
  deps.identities.forget(closed.sessions);
  const { callsEnded, creditLeft } = closed;
  return { message: sentence(Number(creditLeft.amount), creditLeft.currency), creditLeft, callsEnded };
}

function sentence(left: number, currency: string): string {
  const isNothing = left <= 0;
  const amount = new Intl.NumberFormat('en', { style: 'currency', currency }).format(left);
  return isNothing
    ? 'Your account is closed.'
    : `Your account is closed. ${amount} of credit was left; it stays on record with the account.`;
}
