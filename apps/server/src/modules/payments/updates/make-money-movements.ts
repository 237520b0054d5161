import type { Transaction } from '../../../platform/database.ts';
import { spokenLanguage } from '../../../platform/languages.ts';
import type { Log } from '../../../platform/log.ts';
import { findAccount, languageOfUser, queueMail } from '../../accounts/index.ts';
import { findWallet, payOwed, takeBack, topUp } from '../../ledger/index.ts';
import type { Payment } from '../record/payment.ts';
import type { MoneyMovement } from '../record/money-movements.ts';
import { writePaymentMail } from '../../mail/index.ts';

type MovementDeps = { publicUrl: string; log: Log };

/** Moves money in the ledger, once for each cause; what was owed is paid first of what comes in. */
export async function makeMoneyMovements(
  deps: MovementDeps,
  tx: Transaction,
  made: { payment: Payment; movements: MoneyMovement[]; at: Date },
): Promise<void> {
  const { payment, at } = made;
  const { walletId } = payment;
  for (const { does, cause, amountMicros } of made.movements) {
    if (does === 'take_back') {
      await takeBack(tx, { walletId, amountMicros, cause, at });
      continue;
    }
    await topUp(tx, { walletId, amountMicros, from: 'payments', cause, at });
    const { paidMicros } = await payOwed(tx, { walletId, cause: { type: 'owed_paid', id: cause.id }, at });
    const isClosed = (await findAccount(tx, payment.accountId))?.state === 'closed';
    if (isClosed) warnOfClosed(deps, payment, cause.type);
    if (cause.type !== 'payment') continue;
    await mailPaymentArrived(deps, tx, { payment, owedPaidMicros: paidMicros, isClosed, at });
  }
}

/** Money that comes into the balance of a closed account is spent by nobody: the operator gives it back. */
function warnOfClosed({ log }: MovementDeps, { id, accountId }: Payment, cause: MoneyMovement['cause']['type']): void {
  log.error(
    { payment: id, account: accountId, cause },
    'money came for an account that is closed; give it back at the provider, or by hand',
  );
}

async function mailPaymentArrived(
  { publicUrl }: MovementDeps,
  tx: Transaction,
  came: { payment: Payment; owedPaidMicros: Payment['amountMicros']; isClosed: boolean; at: Date },
): Promise<void> {
  const { payment, at, ...more } = came;
  const wallet = await findWallet(tx, payment.walletId);
  if (wallet === null) throw new Error(`payment ${payment.id} has no wallet ${payment.walletId}`);
  const language = spokenLanguage(await languageOfUser(tx, payment.userId));
  const { balanceMicros } = wallet;
  const mail = writePaymentMail(payment, { ...more, balanceMicros, at, publicUrl, language });
  await queueMail(tx, { userId: payment.userId, ...mail, at });
}
