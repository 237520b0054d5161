import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { balanceOf, enter, type Person } from './support/people.ts';
import { openPart } from './support/parts.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();

async function openBilling(): Promise<{ page: Page; person: Person }> {
  const page = await stage.openTab();
  const person = await enter(page, `${stack.url}/billing/payments`);
  return { page, person };
}

async function typeCard(page: Page, number: string, button: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expires').fill('12/44');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: button }).click();
}

test('a card is saved, adds funds without leaving the page, and is switched on for automatic top-up', async () => {
  const { page } = await openBilling();
  await page.getByTestId('payment-methods').getByRole('button', { name: 'Add a card' }).click();
  await typeCard(page, '4242 4242 4242 4242', 'Keep this card');
  await page.getByTestId('setup-return').getByText('Your card is saved').waitFor();
  const methods = page.getByTestId('payment-methods');
  await methods.getByText('Visa •••• 4242').waitFor();
  await methods.getByText('Good until December 2044').waitFor();

  await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).click();
  const dialog = page.getByTestId('add-funds');
  await expect.poll(async () => await dialog.getByLabel('Pay with').inputValue()).not.toBe('');
  await dialog.getByRole('button', { name: 'Add $25.00' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(async () => await balanceOf(page)).toBe('25.0000');
  await page.getByTestId('payments').getByText('Visa •••• 4242').waitFor();

  const auto = page.getByTestId('auto-top-up');
  await auto.getByLabel('Top up automatically').check();
  await auto.getByRole('button', { name: 'Save' }).click();
  await auto.getByText('On: below $5.00, $25.00 is added.', { exact: false }).waitFor();
  await keepPicture(page, 'billing-payments');
  await methods.getByRole('button', { name: 'Remove Visa •••• 4242' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await methods.getByText('No card is saved.', { exact: false }).waitFor();
});

test('a payment that was left unfinished leads to its page again', async () => {
  const { page } = await openBilling();
  await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).click();
  await page.getByTestId('add-funds').getByRole('button', { name: 'Add $25.00' }).click();
  await page.getByLabel('Card number').waitFor();
  await page.goto(`${stack.url}/billing/payments`);
  const payments = page.getByTestId('payments');
  await payments.getByText('Not finished').waitFor();
  await payments.getByRole('link', { name: 'Go to the payment page' }).click();
  await typeCard(page, '4242 4242 4242 4242', 'Pay $25.00');
  await page.getByTestId('payment-return').getByText('$25.00 was added').waitFor();
});

test('a refund that the provider refuses is told where it was asked for', async () => {
  const { page } = await openBilling();
  await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).click();
  await page.getByTestId('add-funds').getByRole('button', { name: 'Add $25.00' }).click();
  await typeCard(page, '4242 4242 4242 4242', 'Pay $25.00');
  await page.getByTestId('payment-return').getByText('$25.00 was added').waitFor();
  await openPart(page, 'Payments');
  const message = 'The payment provider refused to give it back. Nothing was given back: it’s in your balance.';
  await page.route('**/api/v1/billing/refunds', async (route) => {
    if (route.request().method() !== 'POST') return await route.continue();
    return await route.fulfill({ status: 409, json: { message, code: 'refund_refused' } });
  });
  await page.getByTestId('payments').getByRole('button', { name: 'Refund unused credit' }).click();
  const dialog = page.getByTestId('refund');
  await dialog.getByRole('button', { name: 'Refund $25.00' }).click();
  await dialog.getByTestId('form-error').getByText('it’s in your balance', { exact: false }).waitFor();
  expect(await page.getByText('goes back to you', { exact: false }).count()).toBe(0);
});

test('unused credit is given back, and a disputed payment says so', async () => {
  const { page, person } = await openBilling();
  for (const [number, balance] of [
    ['4242 4242 4242 4242', '25.0000'],
    ['4000 0000 0000 0259', '25.0000'],
  ] as const) {
    await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).click();
    await page.getByTestId('add-funds').getByRole('button', { name: 'Add $25.00' }).click();
    await typeCard(page, number, 'Pay $25.00');
    await page.getByTestId('payment-return').getByText('$25.00 was added').waitFor();
    // What the sandbox tells late comes some seconds later.
    await expect.poll(async () => await balanceOf(page), { timeout: 15_000 }).toBe(balance);
  }
  await openPart(page, 'Payments');
  const payments = page.getByTestId('payments');
  await payments.getByText('Your bank took back $25.00 and is looking into it').waitFor();

  await payments.getByRole('button', { name: 'Refund unused credit' }).click();
  const dialog = page.getByTestId('refund');
  await dialog.getByLabel('Amount (USD)').fill('10.50');
  await dialog.getByRole('button', { name: 'Refund $10.50' }).click();
  const proof = page.getByTestId('proof-dialog');
  await proof.getByLabel('Your password').fill(person.password);
  await proof.getByRole('button', { name: 'Continue' }).click();

  await payments.getByText('$10.50 was given back').waitFor();
  await expect.poll(async () => await balanceOf(page)).toBe('14.5000');
  await keepPicture(page, 'billing-refund');
});
