import { PUSH_LIMITS } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '../../platform/database.ts';
import type { Identity } from '../../platform/http-server.ts';
import { newId } from '../../platform/ids.ts';
import { runningSessions } from '../accounts/index.ts';
import { pushEndpointTaken, pushServiceUnknown, tooManyPushDevices } from './push-problems.ts';
import {
  deleteOfSessions,
  deleteOthersOfSession,
  deleteSubscription,
  insertSubscription,
  lockBrowsersOf,
  lockEndpoint,
  moveSubscription,
  subscriptionsOf,
} from './push-store.ts';

export type AddDeps = { database: Database; clock: Clock; mayBeAsked: (endpoint: string) => boolean };
export type BrowserAsked = {
  identity: Identity;
  endpoint: string;
  p256dh: string;
  auth: string;
  userAgent: string | null;
};

/**
 * Has a session's browser told of things: one a session, at most twenty a user; the same again changes nothing. Whoever knows both secrets
 * of a browser sits before it, so it goes from whoever had it to whoever asks; an endpoint with other secrets is somebody else's and is
 * refused, as is one that leads to no push service.
 */
export async function addBrowser(deps: AddDeps, asked: BrowserAsked): Promise<void> {
  if (!deps.mayBeAsked(asked.endpoint)) throw pushServiceUnknown();
  await inTransaction(deps.database, async (tx) => {
    await lockBrowsersOf(tx, asked.identity.userId);
    const found = await lockEndpoint(tx, asked.endpoint);
    const isSameBrowser = found !== null && found.p256dh === asked.p256dh && found.auth === asked.auth;
    if (found !== null && !isSameBrowser) throw pushEndpointTaken();
    const isOwn = found !== null && found.userId === asked.identity.userId;
    await deleteOthersOfSession(tx, asked.identity.sessionId, isOwn ? found.id : null);
    if (isOwn) return await moveSubscription(tx, { ...asked, id: found.id, sessionId: asked.identity.sessionId });
    if (found !== null) await deleteSubscription(tx, found.id);
    await insert(deps, tx, asked);
  });
}

async function insert(deps: AddDeps, tx: Transaction, asked: BrowserAsked): Promise<void> {
  const at = deps.clock.now();
  const others = await subscriptionsOf(tx, asked.identity.userId);
  const running = await runningSessions(tx, { sessionIds: others.map(({ sessionId }) => sessionId), now: at });
  const ended = others.filter(({ sessionId }) => !running.has(sessionId));
  if (others.length - ended.length >= PUSH_LIMITS.devices) throw tooManyPushDevices(PUSH_LIMITS.devices);
  await deleteOfSessions(
    tx,
    ended.map(({ sessionId }) => sessionId),
  );
  const { userId, accountId, sessionId } = asked.identity;
  const isAdded = await insertSubscription(tx, { ...asked, id: newId(at), userId, accountId, sessionId, at });
  // Somebody else added it at the same moment.
  if (!isAdded) throw pushEndpointTaken();
}
