import type { Transaction } from '../../platform/database.ts';
import { topUp } from '../ledger/index.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { findAccount } from './accounts-store.ts';

/**
 * Gives an account its trial credit, once, whatever arrives again. `mailbox` is its address in the one form that all
 * spellings of the same mailbox have.
 */
export async function giveTrial(
  { settings }: { settings: Pick<AccountsDeps['settings'], 'trialCreditMicros'> },
  tx: Transaction,
  wanted: { accountId: string; mailbox: string; at: Date },
): Promise<void> {
  const account = await findAccount(tx, wanted.accountId);
  if (account === null) throw new Error(`no account ${wanted.accountId}`);
  if (settings.trialCreditMicros === 0n) return;
  const { walletId } = account;
  const cause = { type: 'trial', id: account.id };
  await topUp(tx, { walletId, amountMicros: settings.trialCreditMicros, from: 'trial_credit', cause, at: wanted.at });
}
