/** Counts by key in windows of time that begin with the first. In this server's memory, and bounded whoever asks. */
export type RateWindows = {
  /** Counts one more. Gives 0 while there are at most `most`, else the seconds until the window ends. */
  take(key: string, limit: { most: number; windowSeconds: number }, now: Date): number;
};

/** So far a clock may go back in small steps, and those of two servers may be apart. */
export const CLOCKS_APART_SECONDS = 60;

/** Beyond `mostWindows` keys at once the oldest window is forgotten. */
export function createWindows(mostWindows: number): RateWindows {
  // In the order in which they began.
  const windows = new Map<string, { taken: number; endsAtMs: number }>();

  const runningWindow = (key: string, nowMs: number, newEndMs: number) => {
    const window = windows.get(key);
    // One that would last longer than a new one was begun by a clock that was ahead.
    const isRunning =
      window !== undefined && window.endsAtMs > nowMs && window.endsAtMs <= newEndMs + CLOCKS_APART_SECONDS * 1000;
    return isRunning ? window : null;
  };
  const newWindow = (key: string, endsAtMs: number) => {
    const window = { taken: 0, endsAtMs };
    windows.delete(key);
    windows.set(key, window);
    const [oldest] = windows.keys();
    if (windows.size > mostWindows && oldest !== undefined) windows.delete(oldest);
    return window;
  };

  return {
    take: (key, limit, now) => {
      const nowMs = now.getTime();
      const newEndMs = nowMs + limit.windowSeconds * 1000;
      const window = runningWindow(key, nowMs, newEndMs) ?? newWindow(key, newEndMs);
      window.taken += 1;
      return window.taken <= limit.most ? 0 : Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1000));
    },
  };
}
