import type { Executor, Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { User } from '../record/account.ts';
import { findUser, savePassword } from '../record/accounts-store.ts';
import { recordAuditEvent } from '../record/audit-store.ts';
import { deleteConfirmation } from '../record/confirmations-store.ts';
import { queueAccountMail } from '../mail-queue/mail-queue-store.ts';
import { refusePoorPassword } from './password-rules.ts';
import { useUpResetTokens } from '../record/reset-tokens-store.ts';
import { endSessionsOfUser } from '../record/sessions-store.ts';
import { deleteTicketsOf } from '../record/tickets-store.ts';

/**
 * Replaces the password of a locked user, ends their sessions (all but `keepSession`), uses up their reset links, calls
 * a change of their address off, tells them by mail, and records it. Gives the ids of the ended sessions.
 */
export async function replacePassword(
  tx: Transaction,
  change: {
    user: User;
    passwordHash: string;
    because: 'password_changed' | 'password_reset';
    keepSession: string | null;
    address: string;
    at: Date;
  },
): Promise<string[]> {
  const { user, at, because } = change;
  await savePassword(tx, { userId: user.id, passwordHash: change.passwordHash, at });
  const ended = await endSessionsOfUser(tx, { userId: user.id, except: change.keepSession, at, because });
  // Whoever knew the old password may have asked for another address.
  if (user.emailConfirmedAt !== null) await deleteConfirmation(tx, user.id);
  await useUpResetTokens(tx, { userId: user.id, at });
  await deleteTicketsOf(tx, user.id);
  await queueAccountMail(tx, { kind: 'password_changed', userId: user.id, recipient: user.email, at });
  await publish(tx, {
    type: 'user.password_changed',
    accountId: user.accountId,
    subjectId: user.id,
    payload: { address: change.address },
  });
  await recordAuditEvent(tx, {
    at,
    actor: `user:${user.id}`,
    action: `user.${because}`,
    accountId: user.accountId,
    subject: user.id,
    address: change.address,
    after: { endedSessions: ended.length },
  });
  return ended;
}

/** Refuses a new password of this user that is easily guessed: see password-rules.ts. */
export async function refusePoorPasswordOf(database: Executor, userId: string, newPassword: string): Promise<void> {
  const user = await findUser(database, userId);
  if (user !== null) refusePoorPassword('newPassword', newPassword, user);
}
