import type { EventPayload } from '@farline/contracts';
import { type EventOf, eventTypes } from '../../platform/events.ts';
import type { Told } from './notice.ts';

/** What others publish about money, and every user of the account is told. Amounts are written for people already. */
export const MONEY_HEARD = eventTypes(
  'payment.ended',
  'auto_top_up.stopped',
  'payment.disputed',
  'dispute.closed',
  'refund.failed',
  'payment_method.expiring',
  'plan.renewed',
  'plan.renewal_failed',
  'plan.ended',
  'number.due',
  'number.renewal_failed',
  'number.ended',
  'number.order_failed',
  'verified_number.expiring',
  'verified_number.ended',
  'spending.unusual',
);

/** What an event about money tells, or null: of most payments there is a receipt, and nothing more to say. */
export function noticeOfMoney(event: EventOf<(typeof MONEY_HEARD)[number]>): Told | null {
  switch (event.type) {
    case 'payment.ended':
      return noticeOfPayment(event.payload);
    case 'auto_top_up.stopped':
      return { kind: 'auto_top_up_stopped', facts: event.payload };
    case 'payment.disputed':
      return { kind: 'payment_disputed', facts: event.payload };
    case 'dispute.closed':
      return { kind: 'dispute_closed', facts: event.payload };
    case 'refund.failed':
      return { kind: 'refund_failed', facts: event.payload };
    case 'payment_method.expiring':
      return { kind: 'payment_method_expires', facts: event.payload };
    case 'plan.renewed':
      return { kind: 'plan_renewed', facts: event.payload };
    case 'plan.renewal_failed':
      return { kind: 'plan_renewal_failed', facts: event.payload };
    case 'plan.ended':
      return { kind: 'plan_ended', facts: event.payload };
    case 'number.due':
      return { kind: 'number_due', facts: event.payload };
    case 'number.renewal_failed':
      return { kind: 'number_renewal_failed', facts: event.payload };
    case 'number.ended':
      return { kind: 'number_ended', facts: event.payload };
    case 'number.order_failed':
      return { kind: 'number_order_failed', facts: event.payload };
    case 'verified_number.expiring':
      return { kind: 'verified_number_expires', facts: event.payload };
    case 'verified_number.ended':
      return { kind: 'verified_number_ended', facts: event.payload };
    case 'spending.unusual':
      return { kind: 'unusual_spending', facts: event.payload };
  }
}

function noticeOfPayment({ amount, state, purpose }: EventPayload<'payment.ended'>): Told | null {
  const isAutomatic = purpose === 'auto_top_up';
  if (state === 'failed') return { kind: 'payment_failed', facts: { amount, isAutomatic } };
  return state === 'succeeded' && isAutomatic ? { kind: 'auto_top_up_done', facts: { amount } } : null;
}
