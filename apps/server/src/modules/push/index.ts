import { createHash } from 'node:crypto';
import type { PushContent } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { type BatchSubscription, heard } from '../../platform/events.ts';
import { derivedKey } from '../../platform/sealed.ts';
import type { ServerModule } from '../../platform/server-module.ts';
import { runningSessions } from '../accounts/index.ts';
import { deleteOfAccounts, deleteOfSessions, insertMessages, sessionsAfter, subscriptionsOf } from './push-store.ts';
import { addPushRoutes, type PushRouteDeps } from './routes.ts';
import { pushSender, type SendDeps } from './send-pushes.ts';
import { type KeyDeps, vapidKeys } from './vapid-keys.ts';

export type PushDeps = Omit<PushRouteDeps & SendDeps & KeyDeps, 'keys' | 'sealingKey'> & { tokenSecret: string };

const SEND_EVERY_MS = 250;
const FORGET_EVERY_MS = 60_000;
const AT_ONCE = 500;
const TOPIC_LENGTH = 32;

/** What reaches people though no page is open: their browsers, the messages to them, and who forgets both. At the first start it makes its key. */
export async function createPush(given: PushDeps): Promise<ServerModule> {
  const keys = vapidKeys({ ...given, sealingKey: derivedKey(given.tokenSecret, 'push-key') });
  await keys();
  const deps = { ...given, keys };
  const send = pushSender(deps);
  return {
    routes: async (app) => addPushRoutes(app, deps),
    subscriptions: [closedAccounts()],
    ticks: [
      { name: 'send push messages', everyMs: SEND_EVERY_MS, run: send },
      { name: 'forget browsers that signed out', everyMs: FORGET_EVERY_MS, run: async () => await forgetEnded(deps) },
    ],
    exports: [{ name: 'pushDevices', items: ({ userId }) => everyDeviceOf(deps, userId) }],
  };
}

/**
 * Tells all browsers of a user something, in the transaction of what it tells: it goes out within half a second, and is given up when it
 * is over. `tag` of the content names what it is about: of two that wait, the later one is sent.
 */
export async function pushTo(
  tx: Executor,
  push: { userId: string; content: PushContent; isUrgent: boolean; at: Date; keptForMs: number },
): Promise<void> {
  const { userId, content, isUrgent, at, keptForMs } = push;
  // The push service reads it: it says nothing of who called or wrote.
  const topic = createHash('sha256').update(`${userId} ${content.tag}`).digest('base64url').slice(0, TOPIC_LENGTH);
  const expiresAt = new Date(at.getTime() + keptForMs);
  await insertMessages(tx, { userId, content, topic, isUrgent, at, expiresAt });
}

function closedAccounts(): BatchSubscription<'account.closed'> {
  return {
    name: 'push to closed accounts',
    types: heard('account.closed'),
    receiveAll: async (tx, events) =>
      await deleteOfAccounts(
        tx,
        events.flatMap(({ accountId }) => accountId ?? []),
      ),
  };
}

/** Nobody publishes that a session ran out. */
async function forgetEnded({ database, clock }: Pick<PushDeps, 'database' | 'clock'>): Promise<void> {
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
