import { formatDecimal, type Micros } from '@farline/contracts';
import type { Payment } from './payment.ts';
import type { Refund } from './payment-returns.ts';

/** The mail that says that money has come. */
export function writeReceipt(
  payment: Payment,
  more: { balanceMicros: Micros; owedPaidMicros: Micros; at: Date; publicUrl: string },
): { subject: string; body: string } {
  const sum = (amount: Micros) => written(amount, payment.currency);
  const lines = [
    `Amount: ${sum(payment.amountMicros)}`,
    ...(payment.card === null ? [] : [`Paid by: ${payment.card.brand} ending in ${payment.card.lastFour}`]),
    `Date: ${more.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `Payment: ${payment.id}`,
    ...(more.owedPaidMicros === 0n ? [] : [`Of it, paid of what was owed: ${sum(more.owedPaidMicros)}`]),
    `Balance: ${sum(more.balanceMicros)}`,
  ];
  return {
    subject: `Your receipt: ${sum(payment.amountMicros)} added to Farline`,
    body: `Your payment has arrived. Thank you.\n\n${lines.join('\n')}\n\nYour balance and every charge: ${more.publicUrl}/billing`,
  };
}

/** The mail that says that money goes back. */
export function writeRefundMail(
  payment: Payment,
  refund: Refund,
  more: { at: Date; publicUrl: string },
): { subject: string; body: string } {
  const amount = written(refund.amountMicros, payment.currency);
  const to = payment.card === null ? '' : ` to ${payment.card.brand} ending in ${payment.card.lastFour}`;
  const lines = [
    `Amount: ${amount}`,
    `Payment: ${payment.id}`,
    `Refund: ${refund.id}`,
    `Date: ${more.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  ];
  return {
    subject: `${amount} goes back to you`,
    body: `${amount} was given back${to}. Banks take a few days to show it.\n\n${lines.join('\n')}\n\nYour balance and every charge: ${more.publicUrl}/billing`,
  };
}

function written(amount: Micros, currency: string): string {
  return `${formatDecimal(amount).replace(/(\.\d\d)00$/, '$1')} ${currency}`;
}
