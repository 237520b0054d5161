import { type PaymentView, toMoney } from '@farline/contracts';
import type { Payment } from './payment.ts';

/** A payment as its payer sees it. */
export function viewPayment(payment: Payment): PaymentView {
  const { id, amountMicros, currency, card, decline, state, createdAt } = payment;
  return {
    id,
    amount: toMoney(amountMicros, currency),
    // Whether the provider has heard of it yet is nothing to the payer.
    state: state === 'starting' ? 'waiting' : state,
    card,
    decline,
    payUrl: payment.state === 'waiting' && payment.pageUrl !== '' ? payment.pageUrl : null,
    createdAt: createdAt.toISOString(),
  };
}
