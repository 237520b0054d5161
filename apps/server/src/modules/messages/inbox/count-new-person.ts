import type { Executor } from '../../../platform/database.ts';
import { tooManyRequests } from '../../../platform/problems.ts';
import { takeFromRateLimit } from '../../../platform/rate-limits/rate-limits.ts';

/** More than anybody adds by hand. Each is a row that stays, and costs nothing. */
const MOST_A_DAY = 500;
const DAY_SECONDS = 24 * 3_600;

/**
 * Refuses whoever keeps something of more people a day, with whom nothing was ever written, than anybody would. Those who are blocked are
 * counted apart: whoever wrote to many can still keep somebody out.
 */
export async function countNewPerson(
  db: Executor,
  { accountId, isBlocked, now }: { accountId: string; isBlocked: boolean; now: Date },
): Promise<void> {
  const key = `${isBlocked ? 'new-blocked' : 'new-people'}:${accountId}`;
  const limit = { key, most: MOST_A_DAY, windowSeconds: DAY_SECONDS };
  const waitSeconds = await takeFromRateLimit(db, limit, now);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}
