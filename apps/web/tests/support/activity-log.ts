import type { Page } from 'playwright-core';

/** The lines of the page's log as they are read out: time, kind, what happened. */
export async function logLines(page: Page): Promise<string[]> {
  return await page
    .getByRole('log')
    .locator('li')
    .evaluateAll((all) =>
      all.map((one) => `${one.querySelector('time')?.textContent} ${one.querySelector('time ~ span')?.textContent}`),
    );
}
