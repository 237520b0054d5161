import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { runningSessions } from '../accounts/index.ts';
import {
  deleteMessage,
  deleteOfSessions,
  deleteSubscription,
  type DuePush,
  noteSent,
  postponeMessage,
  takeDueMessages,
} from './push-store.ts';
import type { VapidKeys } from './vapid-keys.ts';

type Message = { payload: string; ttlSeconds: number; isUrgent: boolean; topic: string; isOfCall?: boolean };
/** `wasAsked` false: the push service was not, since no connection to it was free. */
type Later = { state: 'later'; why: string; afterMs: number | null; wasAsked?: false };
type Target = { endpoint: string; p256dh: string; auth: string };
/** Sends once, and says in a word what became of it. */
export type SendPush = (
  to: Target,
  message: Message,
  keys: VapidKeys,
  signal?: AbortSignal,
) => Promise<{ state: 'taken' | 'gone' } | Later | { state: 'refused'; why: string }>;

export type SendDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  keys: () => Promise<VapidKeys>;
  sendPush: SendPush;
  random?: () => number;
};

const MOST_UNDER_WAY = 512;
/** So many are taken from the queue in one turn. */
const MOST_AT_ONCE = 64;
/** Whose push service is slow waits alone. */
const MOST_OF_ONE_USER = 8;
/** From so many on each user has one alone: it takes hundreds of accounts to keep everybody waiting. */
const MANY_UNDER_WAY = 256;
/** Longer than a sending may last: a process that dies in it leaves the message to another. */
const TAKEN_FOR_MS = 30_000;
const MOST_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 1_000;

/** What sends the messages that are due, many at once. It does not wait for them: a slow push service keeps nobody else waiting. */
export function pushSender(deps: SendDeps): (stopping?: AbortSignal) => Promise<void> {
  const underWay = new Map<string, string>();
  const mostOfOne = () => (underWay.size < MANY_UNDER_WAY ? MOST_OF_ONE_USER : 1);
  const busy = (most: number) => {
    const counts = new Map<string, number>();
    for (const userId of underWay.values()) counts.set(userId, (counts.get(userId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= most).map(([userId]) => userId);
  };
  return async (stopping) => {
    const most = Math.min(MOST_UNDER_WAY - underWay.size, MOST_AT_ONCE);
    if (most <= 0) return;
    const ofOne = mostOfOne();
    const now = deps.clock.now();
    const againAt = new Date(now.getTime() + TAKEN_FOR_MS);
    const due = await takeDueMessages(deps.database, { most, mostOfOne: ofOne, now, againAt, busy: busy(ofOne) });
    if (due.length === 0) return;
    const wanted = await ofRunningSessions(deps, due, now);
    const keys = await deps.keys();
    for (const push of wanted) {
      underWay.set(push.id, push.userId);
      void sendOne(deps, push, keys, stopping)
        .catch((error: unknown) => deps.log.error({ err: error, push: push.id }, 'a push message was not sent'))
        .finally(() => underWay.delete(push.id));
    }
  };
}

/** Whoever signed out is told nothing more. */
async function ofRunningSessions({ database }: SendDeps, due: DuePush[], now: Date): Promise<DuePush[]> {
  const sessionIds = [...new Set(due.map(({ sessionId }) => sessionId))];
  const running = await runningSessions(database, { sessionIds, now });
  const ended = sessionIds.filter((id) => !running.has(id));
  if (ended.length > 0) await deleteOfSessions(database, ended);
  return due.filter(({ sessionId }) => running.has(sessionId));
}

async function sendOne(deps: SendDeps, push: DuePush, keys: VapidKeys, stopping?: AbortSignal): Promise<void> {
  const { database, clock, log } = deps;
  const leftMs = push.expiresAt.getTime() - clock.now().getTime();
  if (leftMs <= 0) return await deleteMessage(database, push.id);
  const { content, isUrgent, topic, subscriptionId } = push;
  const message = { payload: JSON.stringify(content), ttlSeconds: Math.floor(leftMs / 1000), isUrgent, topic };
  const outcome = await deps.sendPush(push, message, keys, stopping);
  // It comes again, in another process or after the start.
  if (stopping?.aborted === true && outcome.state !== 'taken') return;
  switch (outcome.state) {
    case 'taken':
      return await noteSent(database, { id: push.id, subscriptionId, at: clock.now() });
    case 'gone':
      await deleteSubscription(database, subscriptionId);
      return log.info({ subscription: subscriptionId }, 'a browser is reached by push no more');
    case 'refused':
      await deleteMessage(database, push.id);
      return log.warn({ subscription: subscriptionId, why: outcome.why }, 'a push message was refused');
    case 'later':
      return await tryLater(deps, push, outcome);
  }
}

async function tryLater(deps: SendDeps, push: DuePush, { why, afterMs, wasAsked }: Later): Promise<void> {
  const { database, clock, log, random = Math.random } = deps;
  const pauseMs = FIRST_PAUSE_MS * 2 ** (push.attempts - 1);
  const waitMs = Math.max(afterMs ?? 0, pauseMs * (0.75 + random() / 2));
  const dueAt = new Date(clock.now().getTime() + waitMs);
  const attempts = wasAsked === false ? push.attempts - 1 : push.attempts;
  const said = { subscription: push.subscriptionId, attempts, why };
  if (attempts >= MOST_ATTEMPTS || dueAt >= push.expiresAt) {
    await deleteMessage(database, push.id);
    return log.warn(said, 'a push message could not be sent and is given up');
  }
  await postponeMessage(database, { id: push.id, dueAt, attempts });
  log.info(said, 'a push message could not be sent and is tried again later');
}
