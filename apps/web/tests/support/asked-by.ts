import type { Page } from 'playwright-core';

/** One thing that a page asked for; bytes as they came over the wire. */
export interface Asked {
  path: string;
  startMs: number;
  bytes: number;
}

/** All that the page asked for, by its own account, and when it could be used and was loaded. */
export async function askedBy(page: Page): Promise<{ asked: Asked[]; standsMs: number; loadedMs: number }> {
  return await page.evaluate(() => ({
    asked: performance.getEntriesByType('resource').map((entry, index, all) => {
      const { name, startTime, encodedBodySize } = entry as PerformanceResourceTiming;
      // What is kept for a page without a network comes out of the browser's cache, where the page has fetched it before.
      const isAgain = name.includes('/assets/') && all.findIndex((other) => other.name === name) < index;
      return { path: new URL(name).pathname, startMs: startTime, bytes: isAgain ? 0 : encodedBodySize };
    }),
    standsMs: performance.getEntriesByName('farline.stands')[0]?.startTime ?? Number.NaN,
    loadedMs: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventStart,
  }));
}
