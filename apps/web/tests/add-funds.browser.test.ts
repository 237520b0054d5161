import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { balanceOf, enter } from './support/people.ts';
import { openPart } from './support/parts.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();

/** Somebody on the provider's page, about to pay $25.00. */
async function payerAtProvider(): Promise<Page> {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/billing`);
  await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).click();
  const dialog = page.getByTestId('add-funds');
  await dialog.getByRole('radio', { name: '$25.00' }).check();
  await dialog.getByRole('button', { name: 'Add $25.00' }).click();
  await page.getByRole('heading', { name: '$25.00' }).waitFor();
  return page;
}

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expires').fill('12/44');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Pay $25.00' }).click();
}

const outcome = (page: Page, words: string) =>
  page.getByTestId('payment-return').getByText(words, { exact: false }).waitFor();
const BEGINS = '**/api/v1/billing/add-funds';
const ADDED = '$25.00 was added to your balance';

test('a card that succeeds: the money is in the balance, and in the history', async () => {
  const page = await payerAtProvider();
  await keepPicture(page, 'payment-page');
  await typeCard(page, '4242 4242 4242 4242');

  await outcome(page, ADDED);
  await expect.poll(async () => await balanceOf(page)).toBe('25.0000');
  await page
    .getByTestId('ledger')
    .getByRole('row', { name: /Funds added/ })
    .waitFor();
  await keepPicture(page, 'payment-return');
  // It is told once, and until the next thing is done.
  expect(new URL(page.url()).search).toBe('');
  await openPart(page, 'Plan');
  await page.getByTestId('plan').waitFor();
  expect(await page.getByTestId('payment-return').count()).toBe(0);
});

const REFUSED = [
  ['4000 0000 0000 0002', 'The card was declined. Nothing was taken.'],
  ['4000 0000 0000 9995', 'There isn’t enough money on the card. Nothing was taken.'],
  ['4000 0000 0000 0069', 'The card has expired. Nothing was taken.'],
] as const;

test('cards that are declined, without money and expired: each says why and takes nothing, and another one pays', async () => {
  const page = await payerAtProvider();
  for (const [number, words] of REFUSED) {
    await typeCard(page, number);
    await page.getByRole('alert').getByText(words, { exact: false }).waitFor();
  }
  await typeCard(page, '5555 5555 5555 4444');

  await outcome(page, ADDED);
  await expect.poll(async () => await balanceOf(page)).toBe('25.0000');
});

test('a kept card that is declined when used again: the dialog says so, or once closed a toast, and nothing is taken', async () => {
  const page = await payerAtProvider();
  await page.getByLabel('Keep this card for the next time').check();
  await typeCard(page, '4000 0000 0000 0341');
  await outcome(page, ADDED);
  await openPart(page, 'Payments');
  await page.getByTestId('payment-methods').getByText('Visa •••• 0341').waitFor();

  await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).click();
  const dialog = page.getByTestId('add-funds');
  await expect.poll(async () => await dialog.getByLabel('Pay with').inputValue()).not.toBe('');
  await dialog.getByRole('button', { name: 'Add $25.00' }).click();

  const refused = 'The card was refused, and nothing was charged.';
  await dialog.getByText(refused, { exact: false }).waitFor();
  expect(await balanceOf(page)).toBe('25.0000');

  const closed = Promise.withResolvers<void>();
  await page.route(BEGINS, async (route) => {
    if (route.request().method() === 'POST') await closed.promise;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Add $25.00' }).click();
  await dialog.getByRole('button', { name: 'Adding' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  closed.resolve();
  await page.getByText(refused, { exact: false }).waitFor();
});

test('a card that needs confirmation: refused, it takes nothing', async () => {
  const page = await payerAtProvider();
  await typeCard(page, '4000 0025 0000 3155');
  await page.getByRole('button', { name: 'No, this isn’t me' }).click();

  await outcome(page, 'failed. Nothing was taken.');
  expect(await balanceOf(page)).toBe('0.0000');
});

test('a card that needs confirmation: confirmed, it pays', async () => {
  const page = await payerAtProvider();
  await typeCard(page, '4000 0025 0000 3155');
  await page.getByRole('button', { name: 'Yes, pay $25.00' }).click();

  await outcome(page, ADDED);
});

test('a card that succeeds late: the page says that the money is under way, and shows it when it comes', async () => {
  const page = await payerAtProvider();
  await typeCard(page, '4000 0000 0000 0077');

  await outcome(page, 'is on its way');
  await outcome(page, ADDED);
  await expect.poll(async () => await balanceOf(page)).toBe('25.0000');
});

/** Somebody on /billing who opens the dialog and asks for $25.00. */
async function askForFunds(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).click();
  await page.getByTestId('add-funds').getByRole('button', { name: 'Add $25.00' }).click();
}

test('a payment whose answer was lost goes on from a dialog that was opened again: it is one payment', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/billing/payments`);
  const keys: (string | undefined)[] = [];
  await page.route(BEGINS, async (route) => {
    if (route.request().method() !== 'POST') return await route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return await route.continue();
    await route.fetch();
    await route.abort();
  });
  await askForFunds(page);
  await page.getByTestId('form-error').waitFor();
  await page.getByTestId('payments').getByText('Not finished').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('add-funds').waitFor({ state: 'detached' });
  await askForFunds(page);
  await page.getByRole('heading', { name: '$25.00' }).waitFor();

  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test('a dialog that is closed while its payment begins leads nobody away: a toast has the way to the payment', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/billing`);
  const closed = Promise.withResolvers<void>();
  await page.route(BEGINS, async (route) => {
    if (route.request().method() === 'POST') await closed.promise;
    await route.continue();
  });
  const begins = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/add-funds'));
  await askForFunds(page);
  await begins;
  await page.keyboard.press('Escape');
  await page.getByTestId('add-funds').waitFor({ state: 'detached' });
  closed.resolve();

  await page.getByText('Your payment of $25.00 isn’t finished').waitFor();
  expect(new URL(page.url()).pathname).toBe('/billing');
  await page.getByRole('button', { name: 'Go to the payment page' }).click();
  await page.getByRole('heading', { name: '$25.00' }).waitFor();
});

test('a disputed card: the money comes first', async () => {
  const page = await payerAtProvider();
  await typeCard(page, '4000 0000 0000 0259');

  await outcome(page, ADDED);
});
