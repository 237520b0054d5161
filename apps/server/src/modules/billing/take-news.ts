import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { activateAccount, findAccount, writeNotice } from '../accounts/index.ts';
import { findWallet, topUp } from '../ledger/index.ts';
import { applyNews, areNewsOf, type Payment, type PaymentNews } from './payment.ts';
import { paymentDiffers, paymentUnknown } from './payment-problems.ts';
import { lockPayment, noteProviderEvent, savePayment } from './payments-store.ts';
import { writeReceipt } from './receipt.ts';

export type NewsDeps = { database: Database; clock: Clock; log: Log; publicUrl: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Takes what a provider says of a payment, by a webhook or by its answer: all or nothing, and once, however often and in
 * whatever order it is said. When it says that the money has come, the money is in the wallet, the trial is over and a
 * receipt is on its way. Refuses what is of no payment, or of one with another amount.
 */
export async function takeNews(
  deps: NewsDeps,
  told: { provider: string; news: PaymentNews; event: { id: string; type: string } | null },
): Promise<{ payment: Payment; isRepeat: boolean }> {
  const { provider, news, event } = told;
  const at = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    const payment = UUID.test(news.reference) ? await lockPayment(tx, { id: news.reference, provider }) : null;
    if (payment === null) throw paymentUnknown();
    if (!areNewsOf(payment, news)) {
      deps.log.error({ payment: payment.id, provider, event: event?.id }, 'a provider tells of another payment');
      throw paymentDiffers();
    }
    if (event !== null) {
      const noted = { provider, eventId: event.id, type: event.type, paymentId: payment.id, at };
      if (!(await noteProviderEvent(tx, noted))) return { payment, isRepeat: true };
    }
    const next = applyNews(payment, news, at);
    if (next === payment) return { payment, isRepeat: true };

    await savePayment(tx, next);
    if (next.state === 'succeeded' && payment.state !== 'succeeded') await bookMoney(deps, tx, next, at);
    if (next.disputedMicros > payment.disputedMicros) {
      deps.log.warn({ payment: payment.id, account: payment.accountId }, 'a payment is disputed');
    }
    return { payment: next, isRepeat: false };
  });
}

async function bookMoney(deps: NewsDeps, tx: Transaction, payment: Payment, at: Date): Promise<void> {
  const { accountId, walletId, amountMicros } = payment;
  const account = await findAccount(tx, accountId);
  // Money that comes for an account that was closed meanwhile is still its money.
  if (account?.state === 'trial') await activateAccount(tx, { accountId, actor: 'system', at });
  await topUp(tx, { walletId, amountMicros, from: 'payments', cause: { type: 'payment', id: payment.id }, at });
  const wallet = await findWallet(tx, walletId);
  if (wallet === null) throw new Error(`payment ${payment.id} has no wallet ${walletId}`);
  const receipt = writeReceipt(payment, { balanceMicros: wallet.balanceMicros, at, publicUrl: deps.publicUrl });
  await writeNotice(tx, { userId: payment.userId, ...receipt, at });
}
