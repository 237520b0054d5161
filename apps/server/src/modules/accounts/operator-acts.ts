import type { Micros } from '@farline/contracts';
import type { Transaction } from '../../platform/database.ts';
import { closedForGood } from './record/accounts-problems.ts';
import type { Account, User } from './record/account.ts';
import { confirmAddress } from './addresses/confirm-address.ts';
import { findAccount, findUser, lockAccount, lockUser, saveUser } from './record/accounts-store.ts';
import { recordAuditEvent } from './record/audit-store.ts';
import { forgetFactorsOf } from './factors/forget-factors.ts';
import { markAs } from './account/settle-mark.ts';

/** Who does it: `operator:<name>`. */
type Act = { actor: string; at: Date };

/** Gives a user a role. False when they have it already. */
export async function giveRole(tx: Transaction, act: Act & { userId: string; role: User['role'] }): Promise<boolean> {
  const { role, actor, at } = act;
  const user = await lockUser(tx, act.userId);
  if (user === null) throw new Error(`no user ${act.userId}`);
  if (user.role === role) return false;
  await saveUser(tx, { ...user, role });
  await recordAuditEvent(tx, {
    at,
    actor,
    action: role === 'operator' ? 'user.promoted' : 'user.demoted',
    accountId: user.accountId,
    subject: user.id,
    before: { role: user.role },
    after: { role },
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

/** Takes every second factor of a user away, who has lost them all; tells them. False when they have none. */
export async function forgetFactors(tx: Transaction, act: Act & { userId: string }): Promise<boolean> {
  const { userId, actor, at } = act;
  const user = await lockUser(tx, userId);
  if (user === null) throw new Error(`no user ${userId}`);
  return await forgetFactorsOf(tx, { user, actor, at });
}

/** Lets an account reach real trunks, whatever it has paid: the operator's mark. False when it has that; refuses a closed one. */
export async function activateAccount(tx: Transaction, act: Act & { accountId: string }): Promise<boolean> {
  const account = await openAccountOf(tx, act.accountId);
  if (account.isMarkedByOperator) return false;
  await markAs(tx, account, { ...act, isMarkedByOperator: true, hasPaid: false });
  return true;
}

/** Takes the operator's mark away: from now on the money decides. False when there is none; refuses a closed account. */
export async function takeMark(
  tx: Transaction,
  act: Act & { accountId: string; hasPaid: () => Promise<boolean> },
): Promise<boolean> {
  const account = await openAccountOf(tx, act.accountId);
  if (!account.isMarkedByOperator) return false;
  await markAs(tx, account, { ...act, isMarkedByOperator: false, hasPaid: await act.hasPaid() });
  return true;
}

async function openAccountOf(tx: Transaction, accountId: string): Promise<Account> {
  const account = await lockAccount(tx, accountId);
  if (account === null) throw new Error(`no account ${accountId}`);
  if (account.state === 'closed') throw closedForGood();
  return account;
}
