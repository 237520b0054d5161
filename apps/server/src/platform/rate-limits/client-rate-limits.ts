import type { Clock } from '../clock.ts';
import type { HttpServer } from '../http-server.ts';
import { tooManyRequests } from '../problems.ts';
import { createWindows } from './windows.ts';

/** Beyond so many clients at once the oldest window is forgotten: memory stays bounded, whoever asks. */
const MOST_WINDOWS = 50_000;

/**
 * Routes with `config: { perClient: <limit> }` refuse an account's requests past it with 429 and Retry-After, and those of
 * an address where nobody is signed in; a limit of addresses counts by them whoever is signed in. Counted in this server's memory, for routes that are asked often: a count in the
 * database would be a good part of what they cost.
 */
export function addClientRateLimits(
  app: HttpServer,
  deps: { clock: Clock; networkOf: (address: string) => string; mostWindows?: number },
): void {
  const { clock, networkOf, mostWindows = MOST_WINDOWS } = deps;
  const windows = createWindows(mostWindows);

  app.addHook('preParsing', async (request) => {
    const limit = request.routeOptions.config.perClient;
    if (limit === undefined) return;
    const account = limit.isOfAddress === true ? undefined : request.identity?.accountId;
    const key = `${limit.name}:${account ?? networkOf(request.ip)}`;
    const waitSeconds = windows.take(key, limit, clock.now());
    if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  });
}
