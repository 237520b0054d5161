import { createHash } from 'node:crypto';
import type { Transaction } from '../../../platform/database.ts';
import { topUp } from '../../ledger/index.ts';
import type { Account } from '../record/account.ts';
import type { AccountsDeps } from '../record/accounts-deps.ts';
import { findAccount } from '../record/accounts-store.ts';
import { recordAuditEvent } from '../record/audit-store.ts';
import { claimTrial, lockTrial, saveTrial, type Trial } from '../record/trials-store.ts';

/**
 * Gives an account its trial credit, once, whatever arrives again; or decides, for good, that it gets none, because another
 * account got one with this mailbox or browser. `mailbox` is its address in the one form that all spellings of it have.
 */
export async function giveTrial(
  { settings }: { settings: Pick<AccountsDeps['settings'], 'trialCreditMicros'> },
  tx: Transaction,
  wanted: { accountId: string; mailbox: string; at: Date },
): Promise<Trial> {
  const { accountId, at } = wanted;
  const account = await findAccount(tx, accountId);
  const trial = await lockTrial(tx, accountId);
  if (account === null || trial === null) throw new Error(`no account ${accountId}`);
  if (trial.state !== 'waiting' || account.state === 'closed') return trial;

  const because = await whySomebodyHasIt(tx, trial, { mailbox: markHash(wanted.mailbox), at });
  if (because !== null) return await withhold(tx, account, { ...trial, state: 'withheld', because }, at);

  const given: Trial = { ...trial, state: 'given', because: null };
  await saveTrial(tx, given, at);
  if (settings.trialCreditMicros === 0n) return given;
  await topUp(tx, {
    walletId: account.trialWalletId,
    amountMicros: settings.trialCreditMicros,
    from: 'trial_credit',
    cause: { type: 'trial', id: accountId },
    at,
  });
  return given;
}

/** What is kept of a mailbox, a browser's mark or a card: enough to know it again. */
export function markHash(mark: string): Buffer {
  return createHash('sha256').update(mark).digest();
}

async function whySomebodyHasIt(
  tx: Transaction,
  { accountId, device }: Trial,
  { mailbox, at }: { mailbox: Buffer; at: Date },
): Promise<'mailbox' | 'device' | null> {
  if ((await claimTrial(tx, { kind: 'mailbox', hash: mailbox, accountId, at })) !== accountId) return 'mailbox';
  if (device === null) return null;
  return (await claimTrial(tx, { kind: 'device', hash: device, accountId, at })) === accountId ? null : 'device';
}

async function withhold(tx: Transaction, account: Account, trial: Trial, at: Date): Promise<Trial> {
  await saveTrial(tx, trial, at);
  await recordAuditEvent(tx, {
    at,
    actor: 'system',
    action: 'trial.withheld',
    accountId: account.id,
    subject: account.id,
    after: { because: trial.because },
  });
  return trial;
}
