import type { Page } from 'playwright-core';

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
    async (page) => await page.getByTestId('invoices').getByRole('button', { name: 'Name and address' }).click(),
  ],
];
