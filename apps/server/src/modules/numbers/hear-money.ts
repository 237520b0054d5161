import type { Clock } from '../../platform/clock.ts';
import { type BatchSubscription, eventTypes } from '../../platform/events.ts';
import { markDue } from './record/rentals-store.ts';
import { deleteRulesOf } from './rules-store.ts';
import { deleteVerifiedOfAccounts } from './record/verified-store.ts';

/**
 * Hears of balances that moved, so that a top-up saves a number at once, and of accounts that were closed: their numbers are free, and
 * what they said of callers and the numbers that they had elsewhere are forgotten.
 */
export function numberEvents({ clock }: { clock: Clock }): BatchSubscription<'wallet.changed' | 'account.closed'> {
  return {
    name: 'numbers',
    types: eventTypes('wallet.changed', 'account.closed'),
    receiveAll: async (tx, events) => {
      const at = clock.now();
      const accountsOf = (type: string) => [
        ...new Set(
          events.flatMap((event) => (event.type === type && event.accountId !== null ? [event.accountId] : [])),
        ),
      ];
      await markDue(tx, { accountIds: accountsOf('wallet.changed'), at, which: 'unpaid' });
      const closed = accountsOf('account.closed');
      await markDue(tx, { accountIds: closed, at, which: 'all' });
      await deleteRulesOf(tx, closed);
      await deleteVerifiedOfAccounts(tx, closed);
    },
  };
}
