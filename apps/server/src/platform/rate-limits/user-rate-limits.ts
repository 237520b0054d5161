import type { Clock } from '../clock.ts';
import type { HttpServer } from '../http-server.ts';
import { tooManyRequests } from '../problems.ts';
import { createWindows } from './windows.ts';

const MOST_WINDOWS = 50_000;
/** Twenty a second for a whole minute: many open pages at once ask less. */
const REQUESTS = { most: 1_200, windowSeconds: 60 };
/** Each is a row that is kept for a day. */
const KEYED_REQUESTS = { most: 1_000, windowSeconds: 60 * 60 };

/**
 * Refuses with 429 and Retry-After what a signed-in user asks past a generous bound, whatever the route; and past a narrower one
 * what carries an Idempotency-Key to a route that keeps its answer. Counted in this server's memory.
 */
export function addUserRateLimits(app: HttpServer, deps: { clock: Clock }): void {
  const windows = createWindows(MOST_WINDOWS);

  app.addHook('preParsing', async (request) => {
    if (request.identity === null) return;
    const { userId } = request.identity;
    const isKept = request.routeOptions.config.idempotent === true && request.headers['idempotency-key'] !== undefined;
    const now = deps.clock.now();
    const waitSeconds = Math.max(
      windows.take(`all:${userId}`, REQUESTS, now),
      isKept ? windows.take(`keyed:${userId}`, KEYED_REQUESTS, now) : 0,
    );
    if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  });
}
