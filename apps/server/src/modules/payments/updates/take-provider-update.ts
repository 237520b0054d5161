import { type PaymentAtProvider, toMoney } from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { isId, newId } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log.ts';
import { claimCard } from '../../accounts/index.ts';
import { keepMethod } from '../record/keep-method.ts';
import { settleTrunkRight } from './settle-trunk-right.ts';
import { makeMoneyMovements } from './make-money-movements.ts';
import { applyProviderUpdate, isUpdateOf, isEnded, type Payment } from '../record/payment.ts';
import { moneyMovementsOf } from '../record/money-movements.ts';
import { paymentDiffers, paymentUnknown } from '../record/payment-problems.ts';
import { lockPayment, noteProviderEvent, savePayment } from '../record/payments-store.ts';
import { tellOfReturns } from './tell-of-returns.ts';

export type ProviderUpdateDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  publicUrl: string;
};

/**
 * Takes what a provider says of a payment, by a webhook or by its answer: all or nothing, and once, however often and in
 * whatever order it is said. When it says that the money has come, the money is in the wallet, the account may use real trunks and a
 * mail is on its way; when it says that money went back, it is out of the wallet, or owed. Refuses what is of no
 * payment, or of one with another amount.
 */
export async function takeProviderUpdate(
  deps: ProviderUpdateDeps,
  told: { provider: string; update: PaymentAtProvider; event: { id: string; type: string } | null },
): Promise<{ payment: Payment; isRepeat: boolean }> {
  const { provider, update, event } = told;
  const at = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    const payment = isId(update.reference) ? await lockPayment(tx, { id: update.reference, provider }) : null;
    if (payment === null) throw paymentUnknown();
    if (!isUpdateOf(payment, update)) {
      deps.log.error({ payment: payment.id, provider, event: event?.id }, 'a provider tells of another payment');
      throw paymentDiffers();
    }
    if (event !== null) {
      const noted = { provider, eventId: event.id, type: event.type, paymentId: payment.id, at };
      if (!(await noteProviderEvent(tx, noted))) return { payment, isRepeat: true };
    }
    const next = applyProviderUpdate(payment, update, at, () => newId(at));
    if (next === payment) return { payment, isRepeat: true };

    await savePayment(tx, payment, next);
    if (update.method !== null && (next.state === 'processing' || next.state === 'succeeded')) {
      await keepMethod(tx, { owner: next, method: update.method, at });
    }
    if (next.state === 'succeeded') await settleTrunkRight(tx, { accountId: next.accountId, at });
    if (next.state === 'succeeded' && payment.state !== 'succeeded' && update.cardFingerprint !== null) {
      await claimCard(tx, { accountId: next.accountId, card: `${provider}:${update.cardFingerprint}`, at });
    }
    const left = await makeMoneyMovements(deps, tx, { payment: next, movements: moneyMovementsOf(payment, next), at });
    await tellOfReturns(deps, tx, { before: payment, after: next, left, at });
    if (isEnded(next) && next.state !== payment.state) await tellEnd(tx, next);
    return { payment: next, isRepeat: false };
  });
}

/** Tells the rest of the system that a payment has come to its end. */
export async function tellEnd(tx: Transaction, payment: Payment): Promise<void> {
  await publish(tx, {
    type: 'payment.ended',
    accountId: payment.accountId,
    subjectId: payment.id,
    payload: {
      state: payment.state,
      purpose: payment.purpose.type,
      amount: toMoney(payment.amountMicros, payment.currency),
    },
  });
}
