import type { BillingEntry } from '@farline/contracts';

/** What moved a balance, by the cause of the entry. */
export function entryKind(cause: string): BillingEntry['kind'] {
  switch (cause) {
    case 'trial':
    case 'trial_moved':
      return 'trial_credit';
    case 'payment':
      return 'top_up';
    case 'call':
    case 'message':
    case 'message_refund':
    case 'operator_credit':
    case 'top_up':
    case 'plan':
    case 'number':
    case 'refund':
    case 'refund_failed':
    case 'dispute':
    case 'dispute_won':
    case 'owed_paid':
      return cause;
    default:
      return 'other';
  }
}
