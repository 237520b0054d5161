import type { ServerModule } from '../../platform/server-module.ts';
import { deleteEndedPushes } from './phone-pushes-store.ts';
import { everySipPhoneOf } from './export-sip-phones.ts';
import { addSipPhoneRoutes, type PhonesDeps } from './sip-phone-routes.ts';
import { type WakePhonesDeps, wakeToRefresh } from './wake-phones.ts';

export { notePush } from './note-push.ts';
export { hasPushes, phonesToRingSql, wokenPhones } from './phone-pushes-store.ts';
export { type PushToPhones, wakePhones } from './wake-phones.ts';
export { createPhoneSecrets } from './phone-secret.ts';
export { MOST_RINGING_PHONES, type RingingPhone, ringingPhones } from './ringing-phones.ts';
export { countSipPhones, findSipPhone, sipPhonesOfAccount } from './sip-phones-store.ts';

const REFRESH_EVERY_MS = 5_000;
const FORGET_EVERY_MS = 60_000;

/** Desk phones and softphone apps of users. */
export function createPhones(deps: PhonesDeps & WakePhonesDeps) {
  return {
    routes: async (app) => addSipPhoneRoutes(app, deps),
    ticks: [
      {
        name: 'wake SIP phones to register again',
        everyMs: REFRESH_EVERY_MS,
        run: async () => await wakeToRefresh(deps),
      },
      {
        name: 'forget how SIP phones were woken',
        everyMs: FORGET_EVERY_MS,
        run: async () => await deleteEndedPushes(deps.database, deps.clock.now()),
      },
    ],
    exports: [{ name: 'sipPhones', items: ({ userId }) => everySipPhoneOf(deps.database, userId) }],
  } satisfies ServerModule;
}
