import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import type { findBreaches } from './geometry/find-breaches.ts';

type Geometry = { findBreaches: typeof findBreaches };

let script: Promise<string> | undefined;

/** What is wrong about how the page is laid out, as it stands (geometry/find-breaches.ts): one sentence each, none is right. */
export async function layoutBreaches(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'geometry' in globalThis))) await page.evaluate(await geometryScript());
  return await page.evaluate(() => (globalThis as unknown as { geometry: Geometry }).geometry.findBreaches());
}

/** As often a page that changes is looked at for one that stands. */
const MOST_LOOKS = 10;

/** What is wrong and stays so: a busy machine draws a new width in several frames, and is looked at between them. */
export async function breachesAtRest(page: Page): Promise<string[]> {
  let seen = await layoutBreaches(page);
  for (let looks = 1; looks < MOST_LOOKS && seen.length > 0; looks += 1) {
    const before = seen;
    await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    });
    seen = await layoutBreaches(page);
    if (seen.join() === before.join()) break;
  }
  return seen;
}

/** The check as one script for a page of any browser: after it `geometry.findBreaches()` is there. */
export async function geometryScript(): Promise<string> {
  return await (script ??= bundled());
}

async function bundled(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'geometry/find-breaches.ts'), name: 'geometry', formats: ['iife'] },
    },
  });
  const [output] = [built].flat();
  if (output === undefined || !('output' in output)) throw new Error('The check of the layout could not be bundled.');
  return `(() => { ${output.output[0].code}; globalThis.geometry = geometry; })()`;
}
