import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';

/** What lies over a page, and how it is opened there. */
export const DIALOGS: [name: string, path: string, open: (page: Page) => Promise<void>][] = [
  ['menu', '/dashboard', async (page) => await page.getByRole('button', { name: 'Open menu' }).click()],
  ['bell', '/dashboard', async (page) => await page.getByTestId('bell').click()],
  [
    'contact-dialog',
    '/contacts',
    async (page) => await page.getByRole('button', { name: 'Add a contact' }).first().click(),
  ],
  ['new-message', '/messages', async (page) => await page.getByRole('button', { name: 'New message' }).first().click()],
  [
    'templates',
    '/messages/+447700900123',
    async (page) => await page.getByRole('button', { name: 'Templates' }).click(),
  ],
  [
    'add-funds',
    '/billing',
    async (page) => await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).click(),
  ],
  ['change-plan', '/billing/plan', async (page) => await page.getByTestId('choose-plus').click()],
  [
    'buyer',
    '/billing/invoices',
    async (page) => await page.getByTestId('invoices').getByRole('button', { name: 'Details on invoices' }).click(),
  ],
];

/** The next request to a path waits until what is given is called, which then lets `end` decide on it. */
export async function held(
  page: Page,
  path: string,
  end: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  let take: (route: Route) => void = () => undefined;
  const taken = new Promise<Route>((asked) => (take = asked));
  await page.route(path, take, { times: 1 });
  return async () => await end(await taken);
}

/** Nothing takes a question away whose answer is on its way to the server. */
export async function staysOpen(page: Page, dialog: Locator): Promise<void> {
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await expect.poll(async () => await cancel.isDisabled(), { timeout: 8_000 }).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  expect(await dialog.count()).toBe(1);
}
