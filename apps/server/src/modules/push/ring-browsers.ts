import { randomBytes } from 'node:crypto';
import type { PushContent } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, type Executor, inTransaction } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { tokenHash } from '../../platform/token-hash.ts';
import { runningSessions } from '../accounts/index.ts';
import { deleteSubscription } from './push-store.ts';
import { topicOf } from './push-topic.ts';
import { type BrowserToRing, browsersOf, insertRingingCall, isStillTold } from './ringing-calls-store.ts';
import type { SendPush } from './send-pushes.ts';
import type { VapidKeys } from './vapid-keys.ts';

export type RingDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  keys: () => Promise<VapidKeys>;
  sendPush: SendPush;
  wait: (ms: number) => Promise<unknown>;
  /** A call that rings in the words of a user; null where they do not want to be told. */
  callWords: (
    db: Executor,
    called: { userId: string; callId: string; number: string | null; isForged: boolean },
  ) => Promise<(Omit<PushContent, 'call' | 'isOver'> & { answer: string; decline: string }) | null>;
};

/** `number`: who calls, null where it is not shown; `isForged`: it may be somebody else's; it rings for `lastsMs`. */
export type CallToTell = {
  callId: string;
  accountId: string;
  userIds: readonly string[];
  number: string | null;
  isForged: boolean;
  at: Date;
  lastsMs: number;
};

/** Whoever is called more often within a minute is told of the first calls. */
const MOST_A_MINUTE = 10;
const MINUTE_MS = 60_000;
/** One call in all browsers that somebody may have: whose push services are silent waits alone. */
const MOST_OF_ONE_USER = 20;
const MOST_AT_ONCE = 1_000;
/** What is longer on its way comes too late. */
const SENT_WITHIN_MS = 5_000;
const AGAIN_AFTER_MS = 1_000;

/**
 * Tells the browsers of users at once that a call rings, beside the queue: signed-in ones alone, of those who want it, and ten calls a minute.
 * Gives whether anybody was told, without waiting for the push services; never rejects, since the call waits for it.
 */
export function browserRinger(deps: RingDeps): (call: CallToTell) => Promise<boolean> {
  const underWay = new Map<string, number>();
  let all = 0;
  const send = (browser: BrowserToRing, call: CallToTell, content: PushContent): boolean => {
    const { userId } = browser;
    const own = underWay.get(userId) ?? 0;
    if (own >= MOST_OF_ONE_USER || all >= MOST_AT_ONCE) return false;
    underWay.set(userId, own + 1);
    all += 1;
    void sendTwice(deps, { browser, call, content })
      .catch((error: unknown) => deps.log.error({ err: error }, 'a call could not be told to a browser'))
      .finally(() => {
        all -= 1;
        const left = (underWay.get(userId) ?? 1) - 1;
        if (left > 0) underWay.set(userId, left);
        else underWay.delete(userId);
      });
    return true;
  };
  return async (call) => {
    try {
      const browsers = await signedInBrowsers(deps.database, { userIds: call.userIds, now: call.at });
      let isTold = false;
      for (const userId of new Set(browsers.map((browser) => browser.userId))) {
        const content = await noted(deps, call, userId);
        if (content === null) continue;
        const own = browsers.filter((browser) => browser.userId === userId);
        isTold = own.map((browser) => send(browser, call, content)).includes(true) || isTold;
      }
      return isTold;
    } catch (error) {
      deps.log.error({ err: error, call: call.callId }, 'nobody could be told of a call');
      return false;
    }
  };
}

/** The browsers of users that may be told of a call: whoever signed out is told nothing. */
export async function signedInBrowsers(
  database: Database,
  { userIds, now }: { userIds: readonly string[]; now: Date },
): Promise<BrowserToRing[]> {
  if (userIds.length === 0) return [];
  const browsers = await browsersOf(database, userIds);
  const sessionIds = browsers.map(({ sessionId }) => sessionId);
  const running = await runningSessions(database, { sessionIds, now });
  return browsers.filter(({ sessionId }) => running.has(sessionId));
}

/** What a user is told of the call, once it is written down that they are; null: they are not. */
async function noted(deps: RingDeps, call: CallToTell, userId: string): Promise<PushContent | null> {
  const words = await deps.callWords(deps.database, {
    userId,
    callId: call.callId,
    number: call.number,
    isForged: call.isForged,
  });
  if (words === null) return null;
  const { answer, decline, ...content } = words;
  const { callId, accountId, at } = call;
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(at.getTime() + call.lastsMs);
  const since = new Date(at.getTime() - MINUTE_MS);
  const ringing = { callId, userId, accountId, tokenHash: tokenHash(token), at, expiresAt, most: MOST_A_MINUTE, since };
  const isNoted = await inTransaction(deps.database, async (tx) => await insertRingingCall(tx, ringing));
  if (!isNoted) return null;
  return { ...content, call: { id: callId, token, answer, decline } };
}

type Sending = { browser: BrowserToRing; call: CallToTell; content: PushContent };

async function sendTwice(deps: RingDeps, sending: Sending): Promise<void> {
  const { browser, call } = sending;
  if ((await sendOnce(deps, sending)) !== 'later') return;
  await deps.wait(AGAIN_AFTER_MS);
  if (await isStillTold(deps.database, { callId: call.callId, userId: browser.userId })) await sendOnce(deps, sending);
}

async function sendOnce(deps: RingDeps, { browser, call, content }: Sending): Promise<'done' | 'later'> {
  const leftMs = call.at.getTime() + call.lastsMs - deps.clock.now().getTime();
  if (leftMs <= 0) return 'done';
  const message = {
    payload: JSON.stringify(content),
    ttlSeconds: Math.ceil(leftMs / 1000),
    isUrgent: true,
    isOfCall: true,
    topic: topicOf(browser.userId, content.tag),
  };
  const outcome = await deps.sendPush(browser, message, await deps.keys(), AbortSignal.timeout(SENT_WITHIN_MS));
  if (outcome.state === 'taken') return 'done';
  if (outcome.state === 'gone') await deleteSubscription(deps.database, browser.id);
  const why = 'why' in outcome ? outcome.why : 'it is reached no more';
  deps.log.info({ subscription: browser.id, call: call.callId, why }, 'a browser was not told of a call');
  return outcome.state === 'later' ? 'later' : 'done';
}
