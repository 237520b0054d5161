import { micros } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import { availableMicros, lockWallet, postTransfer } from '../../ledger/index.ts';
import type { Account } from '../record/account.ts';
import { findAccount } from '../record/accounts-store.ts';
import { recordAuditEvent } from '../record/audit-store.ts';
import { markHash } from './give-trial.ts';
import { claimTrial, lockTrial, saveTrial } from '../record/trials-store.ts';

/**
 * Notes the card that an account with a trial has paid by. Where another account's trial has had this card, what is free of
 * this one's trial credit lapses, once; what a running call holds stays with that call. `card`: what tells one card from
 * another, never its number. Comes before any wallet of money is locked.
 */
export async function claimCard(tx: Transaction, paid: { accountId: string; card: string; at: Date }): Promise<void> {
  const { accountId, at } = paid;
  const trial = await lockTrial(tx, accountId);
  if (trial?.state !== 'given') return;
  const owner = await claimTrial(tx, { kind: 'card', hash: markHash(paid.card), accountId, at });
  if (owner === accountId) return;

  const account = await findAccount(tx, accountId);
  if (account === null) throw new Error(`no account ${accountId}`);
  await saveTrial(tx, { ...trial, state: 'taken', because: 'card' }, at);
  const lapsedMicros = await lapse(tx, account, at);
  await recordAuditEvent(tx, {
    at,
    actor: 'system',
    action: 'trial.lapsed',
    accountId,
    subject: accountId,
    before: { state: 'given' },
    after: { state: 'taken', because: 'card', amount: lapsedMicros.toString() },
  });
}

async function lapse(tx: Transaction, { id, trialWalletId }: Account, at: Date): Promise<bigint> {
  const wallet = await lockWallet(tx, trialWalletId);
  if (wallet === null) throw new Error(`account ${id} has no wallet ${trialWalletId}`);
  const left = availableMicros(wallet);
  if (left <= 0n) return 0n;
  const posted = await postTransfer(tx, {
    cause: { type: 'trial_lapsed', id },
    unit: wallet.unit,
    at,
    entries: [
      { walletId: wallet.id, amountMicros: micros(0n - left) },
      { houseAccount: 'trial_credit', amountMicros: left },
    ],
  });
  if (!posted.posted) throw new Error(`the trial credit of account ${id} is locked and yet not there`);
  return left;
}
