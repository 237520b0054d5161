import { type PaymentView, toMoney } from '@farline/contracts';
import type { Payment } from './payment.ts';

/** A payment as its payer sees it. */
export function viewPayment(payment: Payment): PaymentView {
  const { id, amountMicros, currency, card, decline, purpose, createdAt } = payment;
  return {
    id,
    amount: toMoney(amountMicros, currency),
    state: stateFor(payment),
    card,
    decline,
    payUrl: payment.state === 'waiting' && payment.pageUrl !== '' ? payment.pageUrl : null,
    purpose: purpose.type,
    refunds: payment.refunds.map((refund) => ({
      id: refund.id,
      amount: toMoney(refund.amountMicros, currency),
      state: refund.state === 'starting' ? 'pending' : refund.state,
      createdAt: refund.createdAt.toISOString(),
    })),
    disputes: payment.disputes.map((dispute) => ({
      id: dispute.id,
      amount: toMoney(dispute.amountMicros, currency),
      state: dispute.state,
      openedAt: dispute.openedAt.toISOString(),
      closedAt: dispute.closedAt?.toISOString() ?? null,
    })),
    createdAt: createdAt.toISOString(),
  };
}

/** Whether the provider has heard of it yet is nothing to the payer; by a saved method it may have been paid. */
function stateFor({ state, methodId }: Payment): PaymentView['state'] {
  if (state !== 'starting') return state;
  return methodId === null ? 'waiting' : 'processing';
}
