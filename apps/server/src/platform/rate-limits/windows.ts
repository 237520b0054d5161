/** Counts by key in windows of time that begin with the first. In this server's memory, and bounded whoever asks. */
export type RateWindows = {
  /** Counts one more. Gives 0 while there are at most `most`, else the seconds until the window ends. */
  take(key: string, limit: { most: number; windowSeconds: number }, now: Date): number;
};

/** Beyond `mostWindows` keys at once the oldest window is forgotten. */
export function createWindows(mostWindows: number): RateWindows {
  // In the order in which they began.
  const windows = new Map<string, { taken: number; endsAtMs: number }>();

  const runningWindow = (key: string, nowMs: number) => {
    const window = windows.get(key);
    return window === undefined || window.endsAtMs <= nowMs ? null : window;
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
      const window = runningWindow(key, nowMs) ?? newWindow(key, nowMs + limit.windowSeconds * 1000);
      window.taken += 1;
      return window.taken <= limit.most ? 0 : Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1000));
    },
  };
}
