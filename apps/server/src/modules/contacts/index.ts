import { heard } from '../../platform/events.ts';
import { liveView, type ServerModule } from '../../platform/server-module.ts';
import { everyContactOf } from './every-contact.ts';
import { addContactRoutes, type ContactRouteDeps } from './routes.ts';

export { isFavouriteNumber, numbersNamed } from './contacts-store.ts';
export { namesOfNumbers } from './names-of-numbers.ts';
export { numberReader } from './read-number.ts';

/** Whom an account knows, under which numbers. */
export function createContacts(deps: ContactRouteDeps): ServerModule {
  return {
    routes: async (app) => addContactRoutes(app, deps),
    exports: [{ name: 'contacts', items: ({ accountId }) => everyContactOf(deps.database, accountId) }],
    liveViews: [liveView(heard('contacts.changed'), () => ({ type: 'contacts.changed' }))],
  };
}
