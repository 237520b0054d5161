import { sql } from 'kysely';
import type { Executor } from '../database.ts';
import { forgetSome } from '../forgetting/forget-all.ts';
import { CLOCKS_APART_SECONDS } from './windows.ts';

export type RateLimitWindow = { key: string; most: number; windowSeconds: number };

/**
 * Counts one try against a limit of `most` in a window that begins with the first try. Kept in the database, so a
 * restart clears nothing. Returns 0 when the try is allowed, else the seconds until the window ends. A window that would
 * last longer than a new one was begun by a clock that was ahead, and is over, unless it is by no more than clocks are apart.
 */
export async function takeFromRateLimit(database: Executor, limit: RateLimitWindow, now: Date): Promise<number> {
  const isOver = sql`(held.ends_at <= ${now}
    or held.ends_at > excluded.ends_at + make_interval(secs => ${CLOCKS_APART_SECONDS}))`;
  const { rows } = await sql<{ taken: number; ends_at: Date }>`
    insert into platform.rate_limit as held (key, taken, ends_at)
    values (${limit.key}, 1, ${now}::timestamptz + make_interval(secs => ${limit.windowSeconds}))
    on conflict (key) do update set
      taken = case when ${isOver} then 1 else held.taken + 1 end,
      ends_at = case when ${isOver} then excluded.ends_at else held.ends_at end
    returning taken, ends_at`.execute(database);
  const row = rows[0];
  if (row === undefined || row.taken <= limit.most) return 0;
  return Math.max(1, Math.ceil((row.ends_at.getTime() - now.getTime()) / 1000));
}

/** Forgets the tries under a key: a success clears the failures before it. */
export async function clearRateLimit(database: Executor, key: string): Promise<void> {
  await sql`delete from platform.rate_limit where key = ${key}`.execute(database);
}

/** Removes windows that have ended, some at a time; gives how many. */
export async function forgetEndedRateLimits(database: Executor, now: Date): Promise<number> {
  return await forgetSome(database, 'platform.rate_limit', sql`ends_at < ${now}`);
}
