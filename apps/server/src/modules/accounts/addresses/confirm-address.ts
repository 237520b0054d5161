import type { Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { User } from '../record/account.ts';
import type { AccountsDeps } from '../record/accounts-deps.ts';
import { emailTaken } from '../record/accounts-problems.ts';
import { findUserByEmail, lockAccount, lockAddress, lockUser, saveUser } from '../record/accounts-store.ts';
import { recordAuditEvent } from '../record/audit-store.ts';
import { closeUnconfirmed } from '../account/close-unconfirmed.ts';
import { deleteConfirmation } from '../record/confirmations-store.ts';
import { giveTrial } from '../account/give-trial.ts';
import { queueAccountMail } from '../mail-queue/mail-queue-store.ts';
import { mailboxOf } from '../mail-queue/mailbox.ts';
import { useUpResetTokens } from '../record/reset-tokens-store.ts';

/** `email` belongs to `userId` of `accountId`, says `actor` from the network address `address`. */
export type Proved = {
  userId: string;
  accountId: string;
  email: string;
  actor: string;
  address: string | null;
  at: Date;
};

/**
 * Makes an address the confirmed one of a user who has proved that they read what is sent there; the first time the
 * trial credit comes with it. A sign-up of somebody else with it ends, and so do links that went to the address before.
 * Refuses one that somebody else has confirmed. Gives the sessions that ended.
 */
export async function confirmAddress(
  deps: { settings: Pick<AccountsDeps['settings'], 'trialCreditMicros'>; endCallsOf: AccountsDeps['endCallsOf'] },
  tx: Transaction,
  proved: Proved,
): Promise<string[]> {
  const { userId, email, at } = proved;
  await lockAddress(tx, email);
  const ended = await freeAddress(deps, tx, proved);
  const account = await lockAccount(tx, proved.accountId);
  const user = await lockUser(tx, userId);
  if (account === null || user === null) throw new Error(`user ${userId} confirms an address but has no row`);
  await saveUser(tx, { ...user, email, emailConfirmedAt: at });
  await deleteConfirmation(tx, userId);
  if (user.emailConfirmedAt === null) {
    await giveTrial(deps, tx, { accountId: account.id, mailbox: mailboxOf(email), at });
  }
  if (user.email !== email) await tellOfChange(tx, user, proved);
  await recordAuditEvent(tx, {
    at,
    actor: proved.actor,
    accountId: account.id,
    subject: userId,
    ...(proved.address === null ? {} : { address: proved.address }),
    action: user.emailConfirmedAt === null ? 'user.email_confirmed' : 'user.email_changed',
    before: { email: user.email, phone: user.phone },
    after: { email, phone: user.phone },
  });
  await publish(tx, { type: 'user.changed', accountId: account.id, subjectId: userId });
  return ended;
}

/** Whoever else signed up with the address never proved that it is theirs, or has it for good. */
async function freeAddress(
  deps: Pick<AccountsDeps, 'endCallsOf'>,
  tx: Transaction,
  { userId, email, at }: Proved,
): Promise<string[]> {
  const holder = await findUserByEmail(tx, email);
  if (holder === null || holder.id === userId) return [];
  if (holder.emailConfirmedAt !== null) throw emailTaken();
  return await closeUnconfirmed(deps, tx, { user: holder, because: 'address_confirmed_by_another', at });
}

/** Links that went to the old address open nothing any more; its owner is told. */
async function tellOfChange(tx: Transaction, user: User, { email, address, at }: Proved): Promise<void> {
  await useUpResetTokens(tx, { userId: user.id, at });
  if (user.emailConfirmedAt === null) return;
  await publish(tx, {
    type: 'user.email_changed',
    accountId: user.accountId,
    subjectId: user.id,
    payload: { email, address: address ?? '' },
  });
  await queueAccountMail(tx, { kind: 'email_changed', userId: user.id, recipient: user.email, at });
}
