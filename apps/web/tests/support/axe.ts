import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds wrong on the page as it stands (WCAG 2.2 A and AA, and good practice): one line each, none is right.
 * A page clock that stands is let run: axe waits by it.
 */
export async function findWrongs(page: Page, within = 'html'): Promise<string[]> {
  await page.clock.resume();
  await page.evaluate(SOURCE);
  return await page.evaluate(async (selector) => {
    type Axe = {
      run(
        selector: string,
      ): Promise<{ violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] }>;
    };
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(selector);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${String(node.target)} (${node.failureSummary ?? ''})`),
    );
  }, within);
}
