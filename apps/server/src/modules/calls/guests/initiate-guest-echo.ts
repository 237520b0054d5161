import { ECHO_TEST } from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { tooManyRequests } from '../../../platform/problems.ts';
import { takeFromRateLimit } from '../../../platform/rate-limits/rate-limits.ts';
import { boundsAt, networkOf } from '../../accounts/index.ts';
import { chooseTrunks, type Routing } from '../../routing/index.ts';
import { guestCallRunning, noRoute } from '../record/calls-problems.ts';
import { newGuestCallId } from './guest-call.ts';
import { insertGuestCall, isGuestCalling } from './guest-calls-store.ts';
import { PLACEABLE_MS } from '../placing/initiate-call.ts';
import type { CallSettings } from '../record/settings.ts';

export type GuestEchoDeps = { database: Database; clock: Clock; routing: Routing; settings: CallSettings };

const HOUR_SECONDS = 60 * 60;
/** Ringing and setting up come on top of the longest call; the engine is done with both in this time. */
const SETTING_UP_MS = 60_000;

/**
 * Writes down that a visitor wants to hear the echo test. One call at a time for each address, and so many an hour;
 * nothing is asked of the visitor, and nothing is charged to anybody.
 */
export async function initiateGuestEcho(
  deps: GuestEchoDeps,
  visitor: { address: string },
): Promise<{ callId: string; validUntil: Date }> {
  const now = deps.clock.now();
  const place = networkOf(visitor.address);
  if (chooseTrunks(await deps.routing.trunks(), { number: ECHO_TEST, accountState: 'trial' }).length === 0)
    throw noRoute();
  if (await isGuestCalling(deps.database, { place, since: lostBefore(deps.settings, now) })) throw guestCallRunning();

  await countGuestEcho(deps, visitor.address, now);
  const callId = newGuestCallId();
  await insertGuestCall(deps.database, { id: callId, place, at: now });
  return { callId, validUntil: new Date(now.getTime() + PLACEABLE_MS) };
}

/** Refuses with 429 more than so many an hour of a network, and ten times as many of a site, which has thousands of networks. */
async function countGuestEcho({ database, settings }: GuestEchoDeps, address: string, now: Date): Promise<void> {
  const bound = { name: 'guest-echo', most: settings.guestEchoesPerHour, windowSeconds: HOUR_SECONDS };
  const { ofNetwork, ofSite } = boundsAt(address, bound);
  for (const limit of [ofNetwork, ...ofSite]) {
    const waitSeconds = await takeFromRateLimit(database, limit, now);
    if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  }
}

/** A guest's call that was allowed before this is over, whether or not its end was heard of. */
export function lostBefore(settings: CallSettings, now: Date): Date {
  return new Date(now.getTime() - settings.guestEchoSeconds * 1000 - SETTING_UP_MS);
}
