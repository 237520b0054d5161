import { type BatchSubscription, eventTypes } from '../../../platform/events.ts';
import { deletePeople } from './call-search-store.ts';

/** Who closes an account takes the list of people along whom they had calls with; the calls' records stay, as their charges point at them. */
export function peopleOfClosedAccounts(): BatchSubscription<'account.closed'> {
  return {
    name: 'people of closed accounts',
    types: eventTypes('account.closed'),
    receiveAll: async (tx, events) =>
      await deletePeople(
        tx,
        events.flatMap(({ accountId }) => accountId ?? []),
      ),
  };
}
