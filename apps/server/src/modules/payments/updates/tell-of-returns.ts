import { micros, toMoney } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { spokenLanguage } from '../../../platform/languages.ts';
import { findAccount, languageOfUser, queueMail } from '../../accounts/index.ts';
import { owedBy } from '../../ledger/index.ts';
import type { Payment } from '../record/payment.ts';
import { writeRefundMail } from '../../mail/index.ts';
import type { LeftOfSums } from './make-money-movements.ts';

/** Tells what was given back of a payment, what the payer's bank took back, and what it decided. */
export async function tellOfReturns(
  deps: { publicUrl: string },
  tx: Transaction,
  { before, after, left, at }: { before: Payment; after: Payment; left: LeftOfSums; at: Date },
): Promise<void> {
  const { accountId, userId, currency } = after;
  const leftOf = (id: string) => toMoney(left.get(id) ?? micros(0n), currency);
  for (const refund of after.refunds) {
    if (before.refunds.find((one) => one.id === refund.id)?.state === refund.state) continue;
    const payload = { amount: toMoney(refund.amountMicros, currency) };
    if (refund.state === 'succeeded') {
      const language = spokenLanguage(await languageOfUser(tx, userId));
      const isClosed = (await findAccount(tx, accountId))?.state === 'closed';
      const mail = writeRefundMail(after, refund, { at, publicUrl: deps.publicUrl, language, isClosed });
      await queueMail(tx, { userId, ...mail, at });
      await publish(tx, { type: 'refund.succeeded', accountId, subjectId: refund.id, payload });
    } else if (refund.state === 'failed') {
      const failed = { ...payload, left: leftOf(refund.id) };
      await publish(tx, { type: 'refund.failed', accountId, subjectId: refund.id, payload: failed });
    }
  }
  for (const { id, state, amountMicros } of after.disputes) {
    const earlier = before.disputes.find((one) => one.id === id);
    if (earlier?.state === state) continue;
    const amount = toMoney(amountMicros, currency);
    if (earlier === undefined && state !== 'won') {
      const payload = { amount, owed: toMoney(await owedBy(tx, after.walletId), currency) };
      await publish(tx, { type: 'payment.disputed', accountId, subjectId: id, payload });
    }
    if (earlier !== undefined && state !== 'open') {
      await publish(tx, {
        type: 'dispute.closed',
        accountId,
        subjectId: id,
        payload: { amount, outcome: state, left: leftOf(id) },
      });
    }
  }
}
