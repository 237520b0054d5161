import type { Page } from 'playwright-core';

/** Gives the page this size, in px, and waits until it is drawn so: for a moment it has its new width and the layout of the old one. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(({ width }) => matchMedia(`(width: ${width}px)`).matches, size);
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
}
