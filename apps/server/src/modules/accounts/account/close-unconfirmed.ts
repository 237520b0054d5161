import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { forgetAnswersTo } from '../../../platform/idempotency.ts';
import type { User } from '../record/account.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { lockAccount, lockAddress, lockUser, neverConfirmed, saveAccount, saveUser } from '../record/accounts-store.ts';
import { deleteFactorsOf, replaceRecoveryCodes } from '../factors/factors-store.ts';
import { recordAuditEvent } from '../record/audit-store.ts';
import { deleteNamingMails } from '../mail-queue/mail-queue-store.ts';
import { deleteConfirmation } from '../record/confirmations-store.ts';
import { deletePicture } from '../record/picture-store.ts';
import { useUpResetTokens } from '../record/reset-tokens-store.ts';
import { endSessionsOfAccount } from '../record/sessions-store.ts';

/** How long an address may wait to be confirmed. */
const CONFIRM_WITHIN_MS = 7 * 24 * 60 * 60_000;
const MOST_AT_ONCE = 100;
/** RFC 2606 §2: addresses that nobody can have; and none that somebody signs up with has an exclamation mark. */
const LET_GO = '@unconfirmed.invalid';
const letGo = (userId: string) => `${userId}!${LET_GO}`;

/**
 * Ends the account of a sign-up whose address nobody confirmed, and lets go of the address: whoever signed up is signed out
 * everywhere, and nothing personal is left but in the audit. Gives the sessions that ended; none when it was confirmed meanwhile.
 */
export async function closeUnconfirmed(
  deps: Pick<UseCaseDeps, 'endCallsOf'>,
  tx: Transaction,
  closing: { user: User; because: 'signed_up_again' | 'address_confirmed_by_another' | 'never_confirmed'; at: Date },
): Promise<string[]> {
  const { at, because } = closing;
  const { id: userId, accountId } = closing.user;
  const account = await lockAccount(tx, accountId);
  const user = await lockUser(tx, userId);
  if (account === null || user === null || user.emailConfirmedAt !== null) return [];

  const email = letGo(userId);
  await saveUser(tx, { ...user, firstName: '–', lastName: '–', email, phone: null, phoneE164: null, country: null });
  await deletePicture(tx, userId);
  await deleteFactorsOf(tx, userId);
  await replaceRecoveryCodes(tx, { userId, hashes: [], at });
  await deleteConfirmation(tx, userId);
  // Whoever closed it before kept the address from everybody until now.
  if (account.state === 'closed') return [];
  await saveAccount(tx, { ...account, state: 'closed' });
  await useUpResetTokens(tx, { userId, at });
  await forgetAnswersTo(tx, [userId]);
  await deleteNamingMails(tx, [userId]);
  const ended = await endSessionsOfAccount(tx, { accountId, at, because: 'never_confirmed' });
  await recordAuditEvent(tx, {
    at,
    actor: 'system',
    action: 'account.closed',
    accountId,
    subject: accountId,
    before: { state: account.state, email: user.email },
    after: { state: 'closed', because, endedSessions: ended.length },
  });
  await publish(tx, { type: 'account.closed', accountId, subjectId: accountId });
  await deps.endCallsOf(tx, { accountId, at });
  return ended;
}

/** Ends accounts whose address nobody confirmed within a week, so that a stranger's sign-up blocks nobody's address. */
export async function closeNeverConfirmed(
  deps: Pick<UseCaseDeps, 'database' | 'clock' | 'log' | 'endCallsOf' | 'identities'>,
): Promise<void> {
  const at = deps.clock.now();
  const before = new Date(at.getTime() - CONFIRM_WITHIN_MS);
  for (const user of await neverConfirmed(deps.database, { before, letGo: LET_GO, most: MOST_AT_ONCE })) {
    const closing = inTransaction(deps.database, async (tx) => {
      await lockAddress(tx, user.email);
      return await closeUnconfirmed(deps, tx, { user, because: 'never_confirmed', at });
    });
    // One that cannot be closed keeps nobody behind it.
    const ended = await closing.catch((error: unknown) => {
      deps.log.error({ err: error, userId: user.id }, 'an account that nobody confirmed could not be closed');
      return [];
    });
    deps.identities.forget(ended);
  }
}
