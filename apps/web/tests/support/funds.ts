import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { balanceOf } from './people.ts';

/** Pays in the dialog that adds funds, with the sandbox's card. */
export async function addTwentyFive(page: Page): Promise<void> {
  const funds = page.getByTestId('add-funds');
  await funds.getByRole('radio', { name: '$25.00' }).check();
  await funds.getByRole('button', { name: 'Add $25.00' }).click();
  await page.getByRole('link', { name: '4242 4242 4242 4242' }).click();
  await page.getByRole('button', { name: 'Pay $25.00' }).click();
  await page.getByTestId('payment-return').waitFor();
  await expect.poll(async () => await balanceOf(page)).toBe('25.0000');
}
