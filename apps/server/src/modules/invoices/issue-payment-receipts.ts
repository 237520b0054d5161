import type { Transaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { dayText, localDay } from '../../platform/local-days.ts';
import { findAccount } from '../accounts/index.ts';
import { buyerOf } from './buyer.ts';
import type { InvoiceDeps } from './invoice-deps.ts';
import { insertInvoice } from './invoices-store.ts';
import { issueEach } from './issue-each.ts';
import {
  lockPaymentWithoutReceipt,
  notePaymentReceipt,
  putOffPaymentReceipt,
  type ReceivedPayment,
} from '../payments/index.ts';
import { taxOn, taxRuleFor } from './tax.ts';

const AT_ONCE = 100;

/**
 * Writes a receipt for each payment that came and has none yet, once. One that cannot be written is tried again later, and
 * holds up no other. Gives how many it wrote.
 */
export async function issuePaymentReceipts(deps: InvoiceDeps): Promise<number> {
  const now = deps.clock.now();
  return await issueEach(deps.database, {
    most: AT_ONCE,
    now,
    lock: async (tx) => await lockPaymentWithoutReceipt(tx, now),
    issue: async (tx, payment) => await writePaymentReceipt(deps, tx, payment),
    putOff: async ({ id }, until) => await putOffPaymentReceipt(deps.database, { id, until }),
    failed: ({ id }, error) => deps.log.error({ err: error, payment: id }, 'a receipt could not be written'),
  });
}

async function writePaymentReceipt(deps: InvoiceDeps, tx: Transaction, payment: ReceivedPayment): Promise<void> {
  const account = await findAccount(tx, payment.accountId);
  if (account === null) throw new Error(`payment ${payment.id} has no account`);
  const now = deps.clock.now();
  const buyer = await buyerOf(tx, account.id);
  const { seller, taxRules, taxPoint } = deps.settings;
  const rule = taxPoint === 'payment' ? taxRuleFor(taxRules, buyer.country ?? seller.country) : null;
  const { id, paidAt, amountMicros, card, provider, currency } = payment;
  const invoiceId = newId(now);
  await insertInvoice(tx, {
    id: invoiceId,
    accountId: account.id,
    issuedAt: now,
    currency,
    totalMicros: amountMicros,
    content: {
      kind: 'receipt',
      issuedOn: dayText(localDay(now, account.timeZone)),
      seller,
      buyer,
      tax: rule === null ? null : taxOn(rule, amountMicros),
      paymentId: id,
      paidAt,
      timeZone: account.timeZone,
      amountMicros,
      card,
      provider,
    },
  });
  await notePaymentReceipt(tx, id);
  await publish(tx, { type: 'invoice.issued', accountId: account.id, subjectId: invoiceId });
}
