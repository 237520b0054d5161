import { formatDecimal, type Micros } from '@farline/contracts';
import type { Payment } from './payment.ts';

/** The mail that says that money has come. */
export function writeReceipt(
  payment: Payment,
  more: { balanceMicros: Micros; owedPaidMicros: Micros; at: Date; publicUrl: string },
): { subject: string; body: string } {
  const sum = (amount: Micros) => `${formatDecimal(amount).replace(/(\.\d\d)00$/, '$1')} ${payment.currency}`;
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
