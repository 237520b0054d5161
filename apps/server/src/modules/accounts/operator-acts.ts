import type { Micros } from '@farline/contracts';
import type { Transaction } from '../../platform/database.ts';
import { closedForGood } from './accounts-problems.ts';
import type { Account, User } from './account.ts';
import { confirmAddress } from './confirm-address.ts';
import { findAccount, findUser, lockAccount, lockUser, saveAccount, saveUser } from './accounts-store.ts';
import { recordAuditEvent } from './audit-store.ts';

/** Who does it: `operator:<name>`. */
type Act = { actor: string; at: Date };

/** Makes a user an operator. False when they are one already. */
export async function promoteUser(tx: Transaction, act: Act & { userId: string }): Promise<boolean> {
  const user = await lockUser(tx, act.userId);
  if (user === null) throw new Error(`no user ${act.userId}`);
  if (user.role === 'operator') return false;
  const promoted: User = { ...user, role: 'operator' };
  await saveUser(tx, promoted);
  await recordAuditEvent(tx, {
    at: act.at,
    actor: act.actor,
    action: 'user.promoted',
    accountId: user.accountId,
    subject: user.id,
    before: { role: user.role },
    after: { role: promoted.role },
  });
  return true;
}

/**
 * Has a user's address count as confirmed: whoever runs the service knows that it is theirs. The trial credit that comes with it is
 * given once. False when it is confirmed already; refuses a closed account.
 */
export async function confirmUser(
  tx: Transaction,
  act: Act & { userId: string; trialCreditMicros: Micros },
): Promise<boolean> {
  const { userId, trialCreditMicros, actor, at } = act;
  const user = await findUser(tx, userId);
  if (user === null) throw new Error(`no user ${userId}`);
  if (user.emailConfirmedAt !== null) return false;
  if ((await findAccount(tx, user.accountId))?.state === 'closed') throw closedForGood();
  // Nobody else can have the user's own address: no call of theirs is to be ended.
  const deps = { settings: { trialCreditMicros }, endCallsOf: async () => 0 };
  await confirmAddress(deps, tx, { userId, accountId: user.accountId, email: user.email, actor, address: null, at });
  return true;
}

/** Lets a trial account reach real trunks: the operator's mark. False when it is active already; refuses a closed one. */
export async function activateAccount(tx: Transaction, act: Act & { accountId: string }): Promise<boolean> {
  const account = await lockAccount(tx, act.accountId);
  if (account === null) throw new Error(`no account ${act.accountId}`);
  if (account.state === 'closed') throw closedForGood();
  if (account.state === 'active') return false;
  const active: Account = { ...account, state: 'active' };
  await saveAccount(tx, active);
  await recordAuditEvent(tx, {
    at: act.at,
    actor: act.actor,
    action: 'account.activated',
    accountId: account.id,
    subject: account.id,
    before: { state: account.state },
    after: { state: active.state },
  });
  return true;
}
