import { type Micros, micros, toMoney } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import { spokenLanguage } from '../../../platform/languages.ts';
import type { Log } from '../../../platform/log.ts';
import { findAccount, languageOfUser, queueMail } from '../../accounts/index.ts';
import { findWallet, payOwed, takeBack, topUp } from '../../ledger/index.ts';
import type { Payment } from '../record/payment.ts';
import type { MoneyMovement } from '../record/money-movements.ts';
import { writePaymentMail } from '../../mail/index.ts';

type MovementDeps = { publicUrl: string; log: Log };
/** What is left in the wallet of what came in, once what was owed is paid; by the id of its cause. */
export type LeftOfSums = ReadonlyMap<string, Micros>;

/** Moves money in the ledger, once for each cause; what was owed is paid first of what comes in, and what is left is told. */
export async function makeMoneyMovements(
  deps: MovementDeps,
  tx: Transaction,
  made: { payment: Payment; movements: MoneyMovement[]; at: Date },
): Promise<LeftOfSums> {
  const { payment, at } = made;
  const { walletId } = payment;
  const left = new Map<string, Micros>();
  for (const { does, cause, amountMicros } of made.movements) {
    if (does === 'take_back') {
      await takeBack(tx, { walletId, amountMicros, cause, at });
      continue;
    }
    await topUp(tx, { walletId, amountMicros, from: 'payments', cause, at });
    const { paidMicros } = await payOwed(tx, { walletId, cause: { type: 'owed_paid', id: cause.id }, at });
    const isClosed = (await findAccount(tx, payment.accountId))?.state === 'closed';
    const leftMicros = micros(amountMicros > paidMicros ? amountMicros - paidMicros : 0n);
    left.set(cause.id, leftMicros);
    if (isClosed && leftMicros > 0n) warnOfClosed(deps, payment, { cause: cause.type, leftMicros });
    if (cause.type !== 'payment') continue;
    await mailPaymentArrived(deps, tx, { payment, owedPaidMicros: paidMicros, isClosed, at });
  }
  return left;
}

/** What is left of money that comes for a closed account is spent by nobody: the operator gives it back. */
function warnOfClosed(
  { log }: MovementDeps,
  { id, accountId, currency }: Payment,
  { cause, leftMicros }: { cause: MoneyMovement['cause']['type']; leftMicros: Micros },
): void {
  log.error(
    { payment: id, account: accountId, cause, left: toMoney(leftMicros, currency) },
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
