import type { Executor } from '../../../platform/database.ts';
import { tooManyRequests } from '../../../platform/problems.ts';
import { clearRateLimit, type RateLimitWindow, takeFromRateLimit } from '../../../platform/rate-limits/rate-limits.ts';
import { networkOf } from '../record/client-address.ts';
import { addressesOfUser } from '../record/sessions-list-store.ts';

const QUARTER_HOUR = 15 * 60;
const DAY = 24 * 60 * 60;

type Try = { userId: string; address: string };

/**
 * Counts a try of a second step before it is looked at; refuses with 429. Who tries knows the password: ten from one network in
 * a quarter of an hour, and fifty, or two hundred in a day, from all networks where this user was never signed in. What was
 * refused here is not counted there, and a known network is counted on its own alone (decision 21).
 */
export async function countSecondStep(database: Executor, attempt: Try, now: Date): Promise<void> {
  await take(database, limitHere(attempt), now);
  if (await isKnownNetwork(database, attempt)) return;
  const { userId } = attempt;
  await take(database, { key: `second-step:${userId}`, most: 50, windowSeconds: QUARTER_HOUR }, now);
  await take(database, { key: `second-step-day:${userId}`, most: 200, windowSeconds: DAY }, now);
}

/** Counts a sign-in by a passkey alone, which nobody guesses but which costs a look; refuses with 429. */
export async function countPasskeySignIn(database: Executor, address: string, now: Date): Promise<void> {
  await take(database, { key: `passkey:${networkOf(address)}`, most: 100, windowSeconds: QUARTER_HOUR }, now);
}

/** A right second step clears the wrong ones from its network. */
export async function clearSecondSteps(database: Executor, attempt: Try): Promise<void> {
  await clearRateLimit(database, limitHere(attempt).key);
}

/** Whether the user may be told by mail of a sign-in that stopped at its second step: once a day. */
export async function mayTellOfStopped(database: Executor, userId: string, now: Date): Promise<boolean> {
  return (
    (await takeFromRateLimit(database, { key: `second-step-mail:${userId}`, most: 1, windowSeconds: DAY }, now)) === 0
  );
}

const limitHere = ({ userId, address }: Try): RateLimitWindow => ({
  key: `second-step:${userId}:${networkOf(address)}`,
  most: 10,
  windowSeconds: QUARTER_HOUR,
});

async function take(database: Executor, limit: RateLimitWindow, now: Date): Promise<void> {
  const waitSeconds = await takeFromRateLimit(database, limit, now);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}

async function isKnownNetwork(database: Executor, { userId, address }: Try): Promise<boolean> {
  const network = networkOf(address);
  return (await addressesOfUser(database, userId)).some((known) => networkOf(known) === network);
}
