import type { BillingEntry, BillingGroup } from '@farline/contracts';

/** What moved a balance, by the cause of the entry. */
export function entryKind(cause: string): BillingEntry['kind'] {
  switch (cause) {
    case 'trial':
    case 'trial_moved':
      return 'trial_credit';
    case 'payment':
      return 'top_up';
    case 'owed_charge_paid':
      return 'owed_paid';
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

/** The causes of each group of a balance's movements; whatever is in none of them is of the others. */
const CAUSES: Record<Exclude<BillingGroup, 'other'>, readonly string[]> = {
  added: ['payment', 'top_up'],
  calls: ['call', 'owed_charge_paid'],
  messages: ['message', 'message_refund'],
  numbers: ['number'],
  plans: ['plan'],
};

/** Which causes a group has: these, or all others. */
export function causesOf(group: BillingGroup): { types: readonly string[]; isOthers: boolean } {
  return group === 'other'
    ? { types: Object.values(CAUSES).flat(), isOthers: true }
    : { types: CAUSES[group], isOthers: false };
}

/** Whether an entry with this cause is of a group. */
export function isOfGroup(group: BillingGroup, cause: string): boolean {
  const { types, isOthers } = causesOf(group);
  return types.includes(cause) !== isOthers;
}
