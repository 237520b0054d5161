import type { ServerModule } from '../../platform/server-module.ts';
import { everySipPhoneOf } from './export-sip-phones.ts';
import { addSipPhoneRoutes, type PhonesDeps } from './sip-phone-routes.ts';

export { phoneSecret } from './phone-secret.ts';
export { ringingPhones } from './ringing-phones.ts';
export { countSipPhones, findSipPhone, sipPhonesOfAccount } from './sip-phones-store.ts';

/** Desk phones and softphone apps of users. */
export function createPhones(deps: PhonesDeps) {
  return {
    routes: async (app) => addSipPhoneRoutes(app, deps),
    exports: [{ name: 'sipPhones', items: ({ userId }) => everySipPhoneOf(deps.database, userId) }],
  } satisfies ServerModule;
}
