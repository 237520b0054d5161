import { money } from '@farline/contracts';
import { z } from 'zod';
import type { Told } from './notice.ts';

/** What others publish about money, and every user of the account is told. Amounts are written for people already. */
export const MONEY_HEARD = [
  'payment.ended',
  'auto_top_up.stopped',
  'payment.disputed',
  'dispute.closed',
  'refund.failed',
  'payment_method.expiring',
  'plan.renewed',
  'plan.renewal_failed',
  'plan.ended',
  'spending.unusual',
];

const paymentEnded = z.object({ state: z.string(), purpose: z.string(), amount: money });
const topUpStopped = z.object({ reason: z.enum(['declined', 'unusual_spending', 'daily_cap', 'no_method']) });
const disputed = z.object({ amount: money, owed: money });
const disputeClosed = z.object({ amount: money, outcome: z.enum(['won', 'lost']) });
const refundFailed = z.object({ amount: money });
const methodExpiring = z.object({ label: z.string(), month: z.string() });
const planPaid = z.object({ plan: z.string(), price: money, until: z.iso.datetime() });
const planEnded = z.object({ plan: z.string(), reason: z.enum(['unpaid', 'cancelled']) });
const unusual = z.object({ spent: money, usual: money, hourFrom: z.iso.datetime() });

/** What an event about money tells, or null: of most payments there is a receipt, and nothing more to say. */
export function toldOfMoney(type: string, payload: unknown): Told | null {
  switch (type) {
    case 'payment.ended':
      return toldOfPayment(paymentEnded.safeParse(payload).data);
    case 'auto_top_up.stopped': {
      const { data: facts } = topUpStopped.safeParse(payload);
      return facts === undefined ? null : { kind: 'auto_top_up_stopped', facts };
    }
    case 'payment.disputed': {
      const { data: facts } = disputed.safeParse(payload);
      return facts === undefined ? null : { kind: 'payment_disputed', facts };
    }
    case 'dispute.closed': {
      const { data: facts } = disputeClosed.safeParse(payload);
      return facts === undefined ? null : { kind: 'dispute_closed', facts };
    }
    case 'refund.failed': {
      const { data: facts } = refundFailed.safeParse(payload);
      return facts === undefined ? null : { kind: 'refund_failed', facts };
    }
    case 'payment_method.expiring': {
      const { data: facts } = methodExpiring.safeParse(payload);
      return facts === undefined ? null : { kind: 'payment_method_expires', facts };
    }
    case 'plan.renewed':
    case 'plan.renewal_failed': {
      const { data: facts } = planPaid.safeParse(payload);
      if (facts === undefined) return null;
      return { kind: type === 'plan.renewed' ? 'plan_renewed' : 'plan_renewal_failed', facts };
    }
    case 'plan.ended': {
      const { data: facts } = planEnded.safeParse(payload);
      return facts === undefined ? null : { kind: 'plan_ended', facts };
    }
    case 'spending.unusual': {
      const { data: facts } = unusual.safeParse(payload);
      return facts === undefined ? null : { kind: 'unusual_spending', facts };
    }
    default:
      return null;
  }
}

function toldOfPayment(payment: z.infer<typeof paymentEnded> | undefined): Told | null {
  if (payment === undefined) return null;
  const { amount, state } = payment;
  const isAutomatic = payment.purpose === 'auto_top_up';
  if (state === 'failed') return { kind: 'payment_failed', facts: { amount, isAutomatic } };
  return state === 'succeeded' && isAutomatic ? { kind: 'auto_top_up_done', facts: { amount } } : null;
}
