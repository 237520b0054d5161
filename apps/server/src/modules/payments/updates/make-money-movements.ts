import type { Transaction } from '../../../platform/database.ts';
import { spokenLanguage } from '../../../platform/languages.ts';
import { languageOfUser, queueMail } from '../../accounts/index.ts';
import { findWallet, payOwed, takeBack, topUp } from '../../ledger/index.ts';
import type { Payment } from '../record/payment.ts';
import type { MoneyMovement } from '../record/money-movements.ts';
import { writePaymentMail } from '../../mail/index.ts';

/** Moves money in the ledger, once for each cause; what was owed is paid first of what comes in. */
export async function makeMoneyMovements(
  deps: { publicUrl: string },
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
    if (cause.type === 'payment') await mailPaymentArrived(deps, tx, { payment, owedPaidMicros: paidMicros, at });
  }
}

async function mailPaymentArrived(
  { publicUrl }: { publicUrl: string },
  tx: Transaction,
  { payment, owedPaidMicros, at }: { payment: Payment; owedPaidMicros: Payment['amountMicros']; at: Date },
): Promise<void> {
  const wallet = await findWallet(tx, payment.walletId);
  if (wallet === null) throw new Error(`payment ${payment.id} has no wallet ${payment.walletId}`);
  const language = spokenLanguage(await languageOfUser(tx, payment.userId));
  const { balanceMicros } = wallet;
  const mail = writePaymentMail(payment, { balanceMicros, owedPaidMicros, at, publicUrl, language });
  await queueMail(tx, { userId: payment.userId, ...mail, at });
}
