import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';

const require = createRequire(import.meta.url);
/** Short of what only its readers need: a page has less than half as much to take in. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Text that is read line by line, and is no control: its contrast is that of AAA. */
const RUNNING_TEXT = { within: 'p, li, dd, td, figcaption, blockquote', butNot: 'a, button, label, [role=option]' };

/** What depends on colours: contrast with what lies below, and of a link with the text around it. */
const OF_COLOURS = ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block'];

/**
 * What axe finds wrong on the page as it stands (WCAG 2.2 A and AA but for the size of targets, which the layout's check measures; good
 * practice, and AAA's contrast of running text): one line each, none is right.
 * A page whose clock stands must let it run first: axe waits by it.
 */
export async function findWrongs(page: Page, within = 'html', rules: 'all' | 'of-colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return await page.evaluate(
    async ({ selector, runningText, rules, ofColours }) => {
      type Axe = {
        run(
          selector: string,
          options: {
            resultTypes: string[];
            preload: { assets: string[] };
            rules: Record<string, { enabled: boolean }>;
            runOnly?: string[];
          },
        ): Promise<{ violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] }>;
      };
      const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(selector, {
        // What is right needs no description: it would take most of the time.
        resultTypes: ['violations'],
        // Not the styles, which only a rule that is off reads: to fetch them anew takes long.
        preload: { assets: ['media'] },
        rules: { 'color-contrast-enhanced': { enabled: true } },
        ...(rules === 'of-colours' && { runOnly: ofColours }),
      });
      const isRunningText = (target: unknown): boolean => {
        const element = typeof target === 'string' ? document.querySelector(target) : null;
        return element !== null && element.closest(runningText.within) !== null && !element.closest(runningText.butNot);
      };
      return violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ target }) => id !== 'color-contrast-enhanced' || isRunningText(target[0]))
          .map((node) => `${id}: ${String(node.target)} (${node.failureSummary ?? ''})`),
      );
    },
    { selector: within, runningText: RUNNING_TEXT, rules, ofColours: OF_COLOURS },
  );
}

/** The contrast of a button's icon with the button's own ground, as WCAG reckons it; axe looks at text alone. */
export async function iconContrast(button: Locator): Promise<number> {
  return await button.evaluate((element) => {
    const icon = element.querySelector('svg');
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (icon === null || context === null) throw new Error('no icon to look at');
    const luminanceOf = (colour: string): number => {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = Array.from(
        context.getImageData(0, 0, 1, 1).data.subarray(0, 3),
        (part) => {
          const share = part / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        },
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [lower = 0, higher = 0] = [getComputedStyle(icon).color, getComputedStyle(element).backgroundColor]
      .map(luminanceOf)
      .toSorted((one, other) => one - other);
    return (higher + 0.05) / (lower + 0.05);
  });
}
