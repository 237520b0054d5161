import type { Page } from 'playwright-core';

/** Opens a part of the billing page by its word. */
export async function openPart(page: Page, word: 'Overview' | 'Plan' | 'Payments' | 'Invoices'): Promise<void> {
  await page.getByRole('navigation', { name: 'Parts of billing' }).getByRole('link', { name: word }).click();
}
