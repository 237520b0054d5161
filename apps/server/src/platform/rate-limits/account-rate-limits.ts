import type { Clock } from '../clock.ts';
import type { Database } from '../database.ts';
import type { HttpServer } from '../http-server.ts';
import { tooManyRequests } from '../problems.ts';
import { takeFromRateLimit } from './rate-limits.ts';

/**
 * Routes with `config: { perAccount: <limit> }` refuse a signed-in account's requests past it with 429 and Retry-After,
 * before their bodies are read. Whoever is not signed in is the route's own affair.
 */
export function addAccountRateLimits(app: HttpServer, deps: { database: Database; clock: Clock }): void {
  app.addHook('preParsing', async (request) => {
    const limit = request.routeOptions.config.perAccount;
    if (limit === undefined || request.identity === null) return;
    const key = `${limit.name}:${request.identity.accountId}`;
    const waitSeconds = await takeFromRateLimit(deps.database, { ...limit, key }, deps.clock.now());
    if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  });
}
