import { formatDecimal, type Micros } from '@farline/contracts';
import { type Account, lastDoneAt, recordAuditEvent } from '../modules/accounts/index.ts';
import { findWallet, topUp } from '../modules/ledger/index.ts';
import { type Database, inTransaction } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { OperatorError } from './operator-error.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Puts money on an account's wallet by the ledger's own top-up, and the operator's name in the audit: both, or neither.
 * Within a day the same amount for the same reason counts once: whoever hears no answer gives the command again.
 */
export async function credit(
  database: Database,
  given: { account: Account; amountMicros: Micros; reason: string; actor: string; at: Date },
): Promise<{ balanceMicros: Micros }> {
  const { account, amountMicros, reason, actor, at } = given;
  if (account.state === 'closed') throw new OperatorError('This account is closed: nothing was put on its balance.');
  return inTransaction(database, async (tx) => {
    const id = newId(at);
    const cause = { type: 'operator_credit', id };
    await topUp(tx, { walletId: account.walletId, amountMicros, from: 'operator_credit', cause, at });
    const wallet = await findWallet(tx, account.walletId);
    if (wallet === null) throw new Error(`account ${account.id} has no wallet`);
    const { currency } = account;
    const amount = formatDecimal(amountMicros);
    // Asked under the wallet's lock, which the top-up took: of two at once the second sees the first.
    const same = { accountId: account.id, action: 'wallet.credited', after: { amount, currency, reason } };
    const givenAt = await lastDoneAt(tx, { ...same, since: new Date(at.getTime() - DAY_MS) });
    if (givenAt !== null) throw givenAlready(givenAt);
    // The balance moves with running calls: what the top-up changed is what the ledger says under its lock.
    const before = formatDecimal((wallet.balanceMicros - amountMicros) as Micros);
    await recordAuditEvent(tx, {
      at,
      actor,
      action: 'wallet.credited',
      accountId: account.id,
      subject: account.walletId,
      before: { balance: before, currency },
      after: {
        balance: formatDecimal(wallet.balanceMicros),
        currency,
        amount,
        reason,
        cause: id,
      },
    });
    return { balanceMicros: wallet.balanceMicros };
  });
}

const givenAlready = (at: Date) =>
  new OperatorError(
    `The same amount was given for this reason at ${at.toISOString()}: nothing was put on the balance now. If it’s to be given once more, give another reason.`,
  );
