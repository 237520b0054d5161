import { setTimeout as wait } from 'node:timers/promises';
import { type BatchSubscription, eventTypes } from '../../platform/events.ts';
import { derivedKey } from '../../platform/sealed.ts';
import type { ServerModule } from '../../platform/server-module.ts';
import { runningSessions } from '../accounts/index.ts';
import { deleteOfAccounts, deleteOfSessions, sessionsAfter, subscriptionsOf } from './push-store.ts';
import { browserRinger, type CallToTell, type RingDeps } from './ring-browsers.ts';
import { deleteRingingOfAccounts, forgetRingingCalls } from './ringing-calls-store.ts';
import { pushToPhones, type PushToPhonesDeps } from './push-to-phones.ts';
import { addPushRoutes, type PushRouteDeps } from './routes.ts';
import { pushSender, type SendDeps } from './send-pushes.ts';
import { declines, overCalls, type ToldDeps } from './told-calls.ts';
import { type KeyDeps, vapidKeys } from './vapid-keys.ts';

export { signedInBrowsers } from './ring-browsers.ts';
export { pushTo } from './push-to.ts';

export type PushDeps = Omit<
  PushRouteDeps & SendDeps & KeyDeps & RingDeps & ToldDeps & PushToPhonesDeps,
  'keys' | 'sealingKey' | 'wait'
> & {
  tokenSecret: string;
};

const SEND_EVERY_MS = 250;
const FORGET_EVERY_MS = 60_000;
const AT_ONCE = 500;
/** Calls of the last minutes are counted. */
const TOLD_KEPT_MS = 10 * 60_000;

export type Push = ServerModule & {
  /** Tells browsers at once that a call rings; whether anybody was told. */
  ring: (call: CallToTell) => Promise<boolean>;
  /** What wakes SIP phones that sleep. */
  toPhones: ReturnType<typeof pushToPhones>;
  /** What carries out what notifications decline, where the engine's line is. */
  declines: ServerModule;
};

/** What reaches people though no page is open: their browsers, the messages to them, and who forgets both. At the first start it makes its key. */
export async function createPush(given: PushDeps): Promise<Push> {
  const keys = vapidKeys({ ...given, sealingKey: derivedKey(given.tokenSecret, 'push-key') });
  await keys();
  const deps = { ...given, keys };
  const send = pushSender(deps);
  return {
    routes: async (app) => addPushRoutes(app, deps),
    ring: browserRinger({ ...deps, wait }),
    toPhones: pushToPhones(deps),
    declines: declines(deps),
    subscriptions: [closedAccounts(), overCalls(deps)],
    ticks: [
      { name: 'send push messages', everyMs: SEND_EVERY_MS, run: send },
      { name: 'forget browsers that signed out', everyMs: FORGET_EVERY_MS, run: async () => await forgetEnded(deps) },
    ],
    exports: [{ name: 'pushDevices', items: ({ userId }) => everyDeviceOf(deps, userId) }],
  };
}

function closedAccounts(): BatchSubscription<'account.closed'> {
  return {
    name: 'push to closed accounts',
    types: eventTypes('account.closed'),
    receiveAll: async (tx, events) => {
      const accountIds = events.flatMap(({ accountId }) => accountId ?? []);
      await deleteOfAccounts(tx, accountIds);
      await deleteRingingOfAccounts(tx, accountIds);
    },
  };
}

/** Nobody publishes that a session ran out. */
async function forgetEnded({ database, clock }: Pick<PushDeps, 'database' | 'clock'>): Promise<void> {
  await forgetRingingCalls(database, new Date(clock.now().getTime() - TOLD_KEPT_MS));
  let after: string | null = null;
  for (;;) {
    const sessionIds = await sessionsAfter(database, after, AT_ONCE);
    const running = await runningSessions(database, { sessionIds, now: clock.now() });
    const ended = sessionIds.filter((id) => !running.has(id));
    if (ended.length > 0) await deleteOfSessions(database, ended);
    after = sessionIds.at(-1) ?? null;
    if (sessionIds.length < AT_ONCE) return;
  }
}

/** Its endpoint and its secrets are left out: whoever has them can write to the browser, or read what is written to it. */
async function* everyDeviceOf({ database }: Pick<PushDeps, 'database'>, userId: string): AsyncGenerator<unknown> {
  for (const { id, userAgent, addedAt, lastSentAt } of await subscriptionsOf(database, userId)) {
    yield { id, userAgent, addedAt: addedAt.toISOString(), lastSentAt: lastSentAt?.toISOString() ?? null };
  }
}
