import type { Clock } from './clock.ts';
import type { HttpServer } from './http-server.ts';
import { tooManyRequests } from './problems.ts';

/** Beyond so many callers at once the oldest window is forgotten: memory stays bounded, whoever asks. */
const MOST_WINDOWS = 50_000;

/**
 * Routes with `config: { perCaller: <limit> }` refuse an account's requests past it with 429 and Retry-After, and those of
 * an address where nobody is signed in. Counted in this server's memory, for routes that are asked often: a count in the
 * database would be a good part of what they cost.
 */
export function addCallerLimits(
  app: HttpServer,
  deps: { clock: Clock; placeOf: (address: string) => string; mostWindows?: number },
): void {
  const { clock, placeOf, mostWindows = MOST_WINDOWS } = deps;
  // In the order in which they began.
  const windows = new Map<string, { taken: number; endsAtMs: number }>();

  app.addHook('preParsing', async (request) => {
    const limit = request.routeOptions.config.perCaller;
    if (limit === undefined) return;
    const key = `${limit.name}:${request.identity?.accountId ?? placeOf(request.ip)}`;
    const nowMs = clock.now().getTime();
    const window = runningWindow(key, nowMs) ?? newWindow(key, nowMs + limit.windowSeconds * 1000);
    window.taken += 1;
    if (window.taken > limit.most) throw tooManyRequests(Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1000)));
  });

  function runningWindow(key: string, nowMs: number) {
    const window = windows.get(key);
    return window === undefined || window.endsAtMs <= nowMs ? null : window;
  }

  function newWindow(key: string, endsAtMs: number) {
    const window = { taken: 0, endsAtMs };
    windows.delete(key);
    windows.set(key, window);
    const [oldest] = windows.keys();
    if (windows.size > mostWindows && oldest !== undefined) windows.delete(oldest);
    return window;
  }
}
