import type { Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { Account } from '../record/account.ts';
import { lockAccount, saveAccount, usersOfAccount } from '../record/accounts-store.ts';
import { recordAuditEvent } from '../record/audit-store.ts';

/**
 * Has an account's mark follow its money: active while a payment of it stands or an operator says so, trial otherwise. Of
 * calls that run over real trunks each ends with what it has been granted. A closed account stays closed.
 */
export async function settleMark(
  tx: Transaction,
  wanted: { accountId: string; hasPaid: () => Promise<boolean>; at: Date },
): Promise<void> {
  const account = await lockAccount(tx, wanted.accountId);
  if (account === null) throw new Error(`no account ${wanted.accountId}`);
  const { isMarkedByOperator } = account;
  // Behind the lock: of two payments that go back at once, the later sees that the other is gone.
  await markAs(tx, account, { isMarkedByOperator, hasPaid: await wanted.hasPaid(), actor: 'system', at: wanted.at });
}

/** The account with the state that its money and the operator's mark give it, written and audited where it is another. */
export async function markAs(
  tx: Transaction,
  account: Account,
  marked: { isMarkedByOperator: boolean; hasPaid: boolean; actor: string; at: Date },
): Promise<void> {
  if (account.state === 'closed') return;
  const { isMarkedByOperator, actor, at } = marked;
  const state = isMarkedByOperator || marked.hasPaid ? 'active' : 'trial';
  if (state === account.state && isMarkedByOperator === account.isMarkedByOperator) return;
  await saveAccount(tx, { ...account, state, isMarkedByOperator });
  // What their pages say of practice and money hangs on it.
  for (const userId of await usersOfAccount(tx, account.id)) {
    await publish(tx, { type: 'user.changed', accountId: account.id, subjectId: userId });
  }
  await recordAuditEvent(tx, {
    at,
    actor,
    action: actionFor(account, { state, isMarkedByOperator }),
    accountId: account.id,
    subject: account.id,
    before: { state: account.state, isMarkedByOperator: account.isMarkedByOperator },
    after: { state, isMarkedByOperator },
  });
}

/** A mark that changes nothing about the state is told by itself: a payment keeps the account active, with or without it. */
function actionFor(before: Account, after: Pick<Account, 'state' | 'isMarkedByOperator'>): string {
  if (after.state !== before.state) return after.state === 'active' ? 'account.activated' : 'account.deactivated';
  return after.isMarkedByOperator ? 'account.marked' : 'account.mark_taken';
}
