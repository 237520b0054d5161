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
