import type { PushContent } from '@farline/contracts';
import { type BatchSubscription, type EventOf, eventTypes } from '../../platform/events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Executor, Transaction } from '../../platform/database.ts';
import type { ServerModule } from '../../platform/server-module.ts';
import { tokenHash } from '../../platform/token-hash.ts';
import { insertMessages } from './push-store.ts';
import { topicOf } from './push-topic.ts';
import { signedInBrowsers } from './ring-browsers.ts';
import {
  callsStillTold,
  callsToDecline,
  declineTold,
  endTold,
  noteDeclineOrdered,
  userOfProof,
} from './ringing-calls-store.ts';

export type ToldDeps = {
  database: Database;
  clock: Clock;
  /** Whether a call rings, or may yet. */
  isRinging: (db: Executor, callId: string) => Promise<boolean>;
  /** Has the engine decline a call for everybody. */
  declineCall: (callId: string) => Promise<'done' | 'unknown' | 'no_answer'>;
};

const HEARD = eventTypes('call.changed', 'call.ended');
/** Whoever is away for longer has the missed call to look at. */
const KEPT_FOR_MS = 60_000;
const DECLINE_EVERY_MS = 200;
const MOST_DECLINED = 50;

/** Takes notifications of calls that ring no more from the screens. */
export function overCalls(deps: ToldDeps): BatchSubscription<(typeof HEARD)[number]> {
  return {
    name: 'push that calls are over',
    types: HEARD,
    receiveAll: async (tx, events) => await takeBack(deps, tx, events),
  };
}

async function takeBack(
  { clock, isRinging }: ToldDeps,
  tx: Transaction,
  events: EventOf<(typeof HEARD)[number]>[],
): Promise<void> {
  const callIds = [...new Set(events.map(({ subjectId }) => subjectId))];
  for (const callId of await callsStillTold(tx, callIds)) {
    if (await isRinging(tx, callId)) continue;
    const at = clock.now();
    const content = isOver(callId);
    for (const userId of await endTold(tx, { callId, at })) {
      // Beside what is told of the call now that it is over, a missed one above all.
      const topic = topicOf(userId, `over ${content.tag}`);
      const expiresAt = new Date(at.getTime() + KEPT_FOR_MS);
      await insertMessages(tx, { userId, content, topic, isUrgent: true, at, dueAt: at, expiresAt });
    }
  }
}

const isOver = (callId: string): PushContent => ({
  tag: `call ${callId}`,
  title: 'Farline',
  body: '',
  path: '/',
  language: 'en',
  direction: 'ltr',
  isOver: true,
});

/** Declines the call whose notification has this proof: once, while it rings, and while a browser of its user is signed in. */
export async function declineByProof(
  { database, clock }: Pick<ToldDeps, 'database' | 'clock'>,
  token: string,
): Promise<boolean> {
  const [hash, at] = [tokenHash(token), clock.now()];
  const userId = await userOfProof(database, hash);
  if (userId === null) return false;
  const browsers = await signedInBrowsers(database, { userIds: [userId], now: at });
  return browsers.length > 0 && (await declineTold(database, { tokenHash: hash, at }));
}

/** Has the engine decline what was declined from notifications: whoever took the word may have no line to it. */
export function declines(deps: ToldDeps): ServerModule {
  return {
    runsIn: 'call-control',
    ticks: [{ name: 'decline calls', everyMs: DECLINE_EVERY_MS, run: async () => await declineAll(deps) }],
  };
}

async function declineAll({ database, clock, declineCall }: ToldDeps): Promise<void> {
  const now = clock.now();
  for (const callId of await callsToDecline(database, { now, most: MOST_DECLINED })) {
    if ((await declineCall(callId)) !== 'no_answer') await noteDeclineOrdered(database, { callId, at: now });
  }
}
