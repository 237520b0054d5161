import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectWhole } from './support/looks.ts';
import { openPart } from './support/parts.ts';
import { enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();

/** Somebody who has just added $25.00 by a card. */
async function somebodyWhoPaid(): Promise<Page> {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/billing`);
  await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).click();
  await page.getByTestId('add-funds').getByRole('button', { name: 'Add $25.00' }).click();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expires').fill('12/44');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Pay $25.00' }).click();
  await page.getByTestId('payment-return').getByText('$25.00 was added', { exact: false }).waitFor();
  return page;
}

/** In the page: saves a tax number as another tab does. */
async function saveTaxNumber(): Promise<number> {
  const reply = await fetch('/api/v1/billing/buyer', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('farline.token')}` },
    body: JSON.stringify({ taxId: 'T7010001064648' }),
  });
  return reply.status;
}

async function savedBy(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('a payment has a receipt on the billing page, which is saved as PDF and CSV', async () => {
  const page = await somebodyWhoPaid();
  await openPart(page, 'Invoices');
  const line = page.getByTestId('invoices').getByRole('listitem').filter({ hasText: 'Receipt of payment' });
  await line.waitFor({ timeout: 20_000 });
  expect(await line.textContent()).toContain('$25.00 paid');

  const pdf = await savedBy(page, line.getByRole('button', { name: /^PDF of R-/ }));
  expect(pdf.name).toMatch(/^farline-R-\d{6}\.pdf$/);
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const csv = await savedBy(page, line.getByRole('button', { name: /^CSV of R-/ }));
  expect(csv.bytes.toString()).toContain('payment');
  await openPart(page, 'Overview');
  const row = page.getByTestId('ledger').getByRole('row', { name: /Funds added/ });
  const again = await savedBy(page, row.getByRole('button', { name: 'Receipt' }));
  expect(again.bytes.subarray(0, 5).toString()).toBe('%PDF-');

  await openPart(page, 'Invoices');
  await page.getByTestId('invoices').getByRole('button', { name: 'Details on invoices' }).click();
  const dialog = page.getByTestId('buyer');
  await dialog.getByLabel('Name or company').fill('株式会社 ファーライン');
  await dialog.getByLabel('Address').fill('東京都 港区\n105-0011');
  await dialog.getByLabel('Country').selectOption('JP');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Name and address are changed').waitFor();
  // What a colleague saves while the dialog is open stays.
  await page.getByTestId('invoices').getByRole('button', { name: 'Details on invoices' }).click();
  await expect.poll(async () => await dialog.getByLabel('Country').inputValue()).toBe('JP');
  expect(await page.evaluate(saveTaxNumber)).toBe(200);
  await dialog.getByLabel('Address').fill('東京都 千代田区');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByTestId('invoices').getByRole('button', { name: 'Details on invoices' }).click();
  await expect.poll(async () => await dialog.getByLabel('Tax number').inputValue()).toBe('T7010001064648');
  expect(await dialog.getByLabel('Address').inputValue()).toBe('東京都 千代田区');
  await page.keyboard.press('Escape');
  await expectWhole(page, 'billing-invoices');
  await openPart(page, 'Payments');
  await page.getByTestId('payments').getByRole('button', { name: 'Receipt' }).waitFor();
});

test('the month adds up in one line to the last digit, and each sum leads to its lines', async () => {
  const page = await somebodyWhoPaid();
  const phone = phoneOn(page);
  await phone.type('+447700900123');
  await phone.call();
  await phone.reaches('in-call');
  await phone.hangUp();
  await phone.readEnd();
  await openPart(page, 'Overview');
  const line = page.getByTestId('sums-line');
  const balance = page.getByTestId('sums-balance');
  const amountOf = async (one: Locator) => Math.round(Number(await one.getAttribute('data-amount')) * 1e6);
  const sums = line.locator('[data-group]');
  await expect
    .poll(async () => await sums.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['group'])))
    .toContain('added');
  let sum = 0;
  for (const one of await sums.all()) sum += await amountOf(one);
  expect(await amountOf(balance)).toBe(sum);
  // What is shown adds up, too, as whoever reads it would count.
  const shown = ((await line.textContent()) ?? '').replaceAll(/[^\d.+−=]/g, '');
  const [left = '', right = ''] = shown.split('=');
  const counted = left
    .replaceAll('−', '+-')
    .split('+')
    .reduce((all, term) => all + Number(term), 0);
  expect(counted.toFixed(6)).toBe(Number(right).toFixed(6));

  await line.locator('[data-group="added"]').click();
  expect(new URL(page.url()).searchParams.get('lines')).toBe('added');
  const rows = page.getByTestId('ledger').locator('tbody tr');
  await expect.poll(async () => await rows.count()).toBe(1);
  expect(await rows.first().textContent()).toContain('Funds added');
  await expectWhole(page, 'billing-adds-up');
  await page.getByRole('link', { name: 'Show every transaction' }).click();
  await page.getByRole('link', { name: 'Show every transaction' }).waitFor({ state: 'detached' });
});

test('the receipt of a call is checked by whoever has its address, and a changed digit is shown', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/dashboard`);
  const phone = phoneOn(page);
  await phone.type('+447700900123');
  await phone.call();
  await phone.reaches('in-call');
  await phone.hangUp();
  const { amount } = await phone.readEnd();
  await page.goto(`${stack.url}/calls?view=all`);
  // In the list: the phone beside it may offer the number before the list is there.
  await page
    .getByTestId('call-list')
    .getByRole('button', { name: /7700 900123/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Verifiable receipt' }).click();
  await page.waitForURL('**/receipts/*');
  await page.locator('[data-testid="receipt"][data-outcome="right"]').waitFor();
  expect(Number(amount)).toBeGreaterThan(0);
  const address = page.url();
  const saved = await savedBy(page, page.getByRole('button', { name: 'Save the receipt' }));
  expect(JSON.parse(saved.bytes.toString())).toMatchObject({ key: { algorithm: 'Ed25519' } });

  const back = { name: 'Back to billing' };
  await page.getByRole('link', back).click();
  await page.waitForURL('**/billing');
  await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();

  const stranger = await stage.openPage();
  await stranger.goto(address);
  await stranger.locator('[data-testid="receipt"][data-outcome="right"]').waitFor();
  expect(await stranger.getByRole('link', back).count()).toBe(0);
  await expectWhole(stranger, 'receipt');
  await stranger.route('**/api/v1/receipts/*', async (route) => {
    if (route.request().url().endsWith('/keys')) return await route.continue();
    const signed = await (await route.fetch()).json();
    signed.receipt.total.amountMicros = '1';
    return await route.fulfill({ json: signed });
  });
  await stranger.reload();
  await stranger.locator('[data-testid="receipt"][data-outcome="wrong"]').waitFor();
  expect(await stranger.locator('[data-holds="false"]').allTextContents()).toHaveLength(2);
  expect(stage.complaints).toEqual([]);
});
