import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { HttpServer } from './http-server.ts';
import { tooManyRequests } from './problems.ts';
import { takeFromLimit } from './rate-limits.ts';

/** How often an account may ask something of a kind; routes with the same `name` count together. */
export type AccountLimit = { name: string; most: number; windowSeconds: number };

const HOUR_SECONDS = 60 * 60;

/** For routes that read everything an account has and write it into a file. */
export const EXPORT_LIMIT: AccountLimit = { name: 'export-file', most: 60, windowSeconds: HOUR_SECONDS };
/** For routes that take a whole file in. */
export const IMPORT_LIMIT: AccountLimit = { name: 'import-file', most: 30, windowSeconds: HOUR_SECONDS };

/**
 * Routes with `config: { perAccount: <limit> }` refuse a signed-in account's requests past it with 429 and Retry-After,
 * before their bodies are read. Whoever is not signed in is the route's own affair.
 */
export function addAccountLimits(app: HttpServer, deps: { database: Database; clock: Clock }): void {
  app.addHook('preParsing', async (request) => {
    const limit = request.routeOptions.config.perAccount;
    if (limit === undefined || request.identity === null) return;
    const key = `${limit.name}:${request.identity.accountId}`;
    const waitSeconds = await takeFromLimit(deps.database, { ...limit, key }, deps.clock.now());
    if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  });
}
