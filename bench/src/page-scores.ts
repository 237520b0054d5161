import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@farline/tools/wait-until';
import lighthouse from 'lighthouse';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { type BrowserContext, chromium } from 'playwright-core';

const CHROMIUM = process.env['FARLINE_CHROMIUM'] ?? '/usr/bin/chromium';

/**
 * The telephone that every machine is slowed down to, as the index by which Lighthouse measures a processor: it counts 125
 * to 800 as the middle of telephones. Its own setting slows each machine fourfold, which is another telephone on each.
 */
const TELEPHONE_INDEX = 600;

/** What Lighthouse says of a page under its mobile setting: the scores of 0 to 100, and when its largest part stands. */
export interface PageScores {
  performance: number;
  accessibility: number;
  'best-practices': number;
  seo: number;
  largestPaintMs: number;
  /** How quick this machine is, as Lighthouse measures it, and how many times it was slowed down. */
  benchmarkIndex: number;
  slowedDown: number;
  /** The audits that cost points, for whoever has to mend the page. */
  lost: string[];
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Measures a page in a Chromium of its own, as somebody who has never been here. */
export async function scoresOf(url: string): Promise<PageScores> {
  const profile = await mkdtemp(join(tmpdir(), 'farline-lighthouse-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'],
  });
  try {
    const benchmarkIndex = await benchmark(browser);
    const slowedDown = Math.max(1, benchmarkIndex / TELEPHONE_INDEX);
    const run = await lighthouse(url, {
      port: await portOf(profile),
      onlyCategories: [...CATEGORIES],
      // A picture for its own report, on which no score depends.
      disableFullPageScreenshot: true,
      logLevel: 'silent',
      throttling: { cpuSlowdownMultiplier: slowedDown },
    });
    if (run === undefined) throw new Error('Lighthouse gave no result');
    const { categories, audits } = run.lhr;
    const score = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      largestPaintMs: audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY,
      benchmarkIndex,
      slowedDown,
      lost: CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.95)
        .map(({ id }) => `${id}: ${audits[id]?.displayValue ?? audits[id]?.title ?? ''}`),
    };
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
}

let quickest = 0;

/** The machine's index: the highest seen, since what else it does at one moment must not make a telephone quicker. */
async function benchmark(browser: BrowserContext): Promise<number> {
  const page = await browser.newPage();
  for (let times = 0; times < 2; times++) {
    quickest = Math.max(quickest, await page.evaluate(pageFunctions.computeBenchmarkIndex));
  }
  await page.close();
  return quickest;
}

/** Chromium chooses a free port and writes it down. */
async function portOf(profile: string): Promise<number> {
  const read = async (): Promise<number> =>
    Number((await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')).split('\n')[0]);
  await waitUntil('the port of Chromium', async () => (await read()) > 0, { withinMs: 15_000 });
  return await read();
}
