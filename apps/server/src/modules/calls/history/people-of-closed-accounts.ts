import { type BatchSubscription, eventTypes } from '../../../platform/events.ts';
import { deleteNeverPlaced } from '../forwarding/forwards-store.ts';
import { deletePeople } from './call-search-store.ts';

/**
 * Who closes an account takes along the list of people whom they had calls with, and the telephones that calls would have gone on to; the calls'
 * records stay, as their charges point at them.
 */
export function peopleOfClosedAccounts(): BatchSubscription<'account.closed'> {
  return {
    name: 'people of closed accounts',
    types: eventTypes('account.closed'),
    receiveAll: async (tx, events) => {
      const accountIds = events.flatMap(({ accountId }) => accountId ?? []);
      await deletePeople(tx, accountIds);
      await deleteNeverPlaced(tx, accountIds);
    },
  };
}
