import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { addresseeOf, signedInUsers } from '../modules/accounts/index.ts';
import { callPushOf } from '../modules/notices/index.ts';
import type { WhoIsThere } from '../modules/numbers/index.ts';
import { MOST_RINGING_PHONES, sipPhonesOfAccount, wokenPhones } from '../modules/phones/index.ts';
import { signedInBrowsers } from '../modules/push/index.ts';

type Deps = {
  database: Database;
  clock: Clock;
  ringingMs: number;
  /** Which of these are registered with the engine. Rejects where it does not tell. */
  registered: (names: string[]) => Promise<ReadonlySet<string>>;
};

/** The engine keeps pages beside phones, under this name (voice/kamailio/steps/browser-registration.cfg). */
const pageOf = (userId: string): string => `browser-${userId}`;

/** Of as many phones the engine is asked. */
const MOST_PHONES = 80;

/** Who of an account would be rung at this moment; null: the engine does not tell. */
export async function whoIsThere(deps: Deps, accountId: string): Promise<WhoIsThere | null> {
  const { database, clock } = deps;
  const now = clock.now();
  const phones = (await sipPhonesOfAccount(database, accountId)).slice(0, MOST_PHONES);
  const usernames = phones.map(({ username }) => username);
  const users = await signedInUsers(database, accountId, now);
  const registered = await deps.registered([...usernames, ...users.map(pageOf)]).catch(() => null);
  if (registered === null) return null;
  const woken = await wokenPhones(database, { usernames, at: now });
  return {
    phones: phones.map(({ id, username }) => ({
      id,
      isRegistered: registered.has(username),
      isWoken: woken.has(username),
    })),
    mostPhones: MOST_RINGING_PHONES,
    hasPages: users.some((userId) => registered.has(pageOf(userId))),
    arePagesTold: await areTold(deps, { users, now }),
    mostRingingMs: deps.ringingMs,
  };
}

/** Whether a browser of a user who wants it is told of calls. */
async function areTold({ database }: Deps, { users, now }: { users: readonly string[]; now: Date }): Promise<boolean> {
  const browsers = await signedInBrowsers(database, { userIds: users, now });
  for (const userId of new Set(browsers.map((browser) => browser.userId))) {
    const call = { userId, callId: '', number: null, isForged: false };
    if ((await callPushOf({ addresseeOf }, database, call)) !== null) return true;
  }
  return false;
}
