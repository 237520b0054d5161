import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe finds wrong on the page as it stands (WCAG 2.2 A and AA, and good practice): one line each, none is right.
 * A page whose clock stands must let it run first: axe waits by it.
 */
export async function findWrongs(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return await page.evaluate(async (selector) => {
    type Axe = {
      run(
        selector: string,
        options: { resultTypes: string[] },
      ): Promise<{ violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] }>;
    };
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(selector, {
      // What is right needs no description: it would take most of the time.
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${String(node.target)} (${node.failureSummary ?? ''})`),
    );
  }, within);
}
