import { type BatchSubscription, eventTypes } from '../../platform/events.ts';
import { liveView, type ServerModule } from '../../platform/server-module.ts';
import { deleteBooks } from './contacts-store.ts';
import { everyContactOf } from './every-contact.ts';
import { addContactRoutes, type ContactRouteDeps } from './routes.ts';

export { contactsOfNumbers, isFavouriteNumberSql, numbersBeside, numbersNamed } from './contacts-store.ts';
export { namesOfNumbers } from './names-of-numbers.ts';
export { numberReader } from './read-number.ts';

/** Whom an account knows, under which numbers. */
export function createContacts(deps: ContactRouteDeps): ServerModule {
  return {
    routes: async (app) => addContactRoutes(app, deps),
    subscriptions: [closedAccounts()],
    exports: [{ name: 'contacts', items: ({ accountId }) => everyContactOf(deps.database, accountId) }],
    liveViews: [liveView(eventTypes('contacts.changed'), () => ({ type: 'contacts.changed' }))],
  };
}

/** Who closes an account takes the people along whom only it knew. */
function closedAccounts(): BatchSubscription<'account.closed'> {
  return {
    name: 'contacts of closed accounts',
    types: eventTypes('account.closed'),
    receiveAll: async (tx, events) =>
      await deleteBooks(
        tx,
        events.flatMap(({ accountId }) => accountId ?? []),
      ),
  };
}
