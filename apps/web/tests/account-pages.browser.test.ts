import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { expectWhole, untilFilled } from './support/looks.ts';
import { openPart } from './support/parts.ts';
import { balanceOf, enter, somebody } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();

async function somebodyAt(path: string, person = somebody()): Promise<Page> {
  const page = await stage.openTab();
  await enter(page, stack.url + path, person);
  return page;
}

test.each(['/settings', '/settings/security', '/billing', '/analytics'])(
  'a signed-out visitor of %s is sent to sign in',
  async (path) => {
    const page = await stage.openTab();
    await page.goto(stack.url + path);
    await page.waitForURL('**/login');
  },
);

test('the sidebar leads to every page of the account', async () => {
  const page = await somebodyAt('/dashboard');
  for (const [name, path] of [
    ['Analytics', '/analytics'],
    ['Billing', '/billing'],
    ['Settings', '/settings'],
    ['Calls', '/calls'],
    ['Dashboard', '/dashboard'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true }).click();
    await page.waitForURL(`**${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
});

test('billing shows the balance, the practice credit beside it, the plan and the invoices, each in its part', async () => {
  const page = await somebodyAt('/billing');
  expect(await page.getByTestId('billing-balance').textContent()).toBe('$0.00');
  const practice = page.getByTestId('billing-practice-credit');
  expect(await practice.textContent()).toContain('Practice credit $2.00: for calls to the sandbox network');
  await page.getByTestId('ledger').getByText('No transactions in this period').waitFor();
  await openPart(page, 'Plan');
  await page.getByTestId('plan').getByRole('heading', { name: 'Basic' }).waitFor();
  await openPart(page, 'Invoices');
  await page.getByText('There are none yet. You get a receipt with each payment', { exact: false }).waitFor();
});

test('Add Funds shows balance, amounts and limits, and leads to the page of the payment provider', async () => {
  const page = await somebodyAt('/billing');
  const before = await balanceOf(page);
  await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).click();
  const dialog = page.getByTestId('add-funds');
  await dialog.getByText('no real money moves', { exact: false }).waitFor();
  await dialog.getByText('You have $0.00.', { exact: false }).waitFor();
  await dialog.getByText('From $5.00 to $500.00 at a time.').waitFor();
  for (const amount of ['$10.00', '$25.00', '$50.00', '$100.00'])
    await dialog.getByRole('radio', { name: amount }).waitFor();
  await dialog.getByLabel('Another amount (USD)').fill('3');
  await dialog.getByRole('button', { name: 'Add Funds' }).click();
  expect(await dialog.getByLabel('Another amount (USD)').getAttribute('aria-invalid')).toBe('true');
  await dialog.getByRole('radio', { name: '$50.00' }).check();
  expect(await findWrongs(page, '[role="dialog"]')).toEqual([]);
  await keepPicture(page, 'add-funds');
  const asking = page.waitForResponse('**/api/v1/billing/add-funds');
  await dialog.getByRole('button', { name: 'Add $50.00' }).click();
  const answer = await asking;
  expect(answer.status()).toBe(200);
  expect(answer.request().postDataJSON()).toEqual({ amount: 50 });
  expect(await answer.request().headerValue('idempotency-key')).toBeTruthy();
  await page.getByRole('heading', { name: '$50.00' }).waitFor();
  expect(await findWrongs(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go back without paying' }).click();
  await page.getByTestId('payment-return').getByText('was cancelled. Nothing was taken.', { exact: false }).waitFor();
  expect(await balanceOf(page)).toBe(before);
});

test('a notice arrives by itself, counts until it is read, and leads to its page', async () => {
  const person = somebody();
  const page = await somebodyAt('/dashboard', person);
  const bell = page.getByTestId('bell');
  await page.locator('[data-testid="bell"][data-unread="0"]').waitFor();
  const token = await page.evaluate(() => localStorage.getItem('farline.token'));
  const changed = await fetch(`${stack.url}/api/v1/auth/change-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ currentPassword: person.password, newPassword: 'Difference1822' }),
  });
  expect(changed.status).toBe(200);
  await page.locator('[data-testid="bell"][data-unread="1"]').waitFor();
  await bell.click();
  const list = page.getByTestId('notices');
  await list.getByText('Your password was changed', { exact: false }).waitFor();
  expect(await findWrongs(page, '[data-testid="notices"]')).toEqual([]);
  await keepPicture(page, 'notices');
  await list.locator('[data-notice="password_changed"]').click();
  await page.waitForURL('**/settings/security');
  await page.locator('[data-testid="bell"][data-unread="0"]').waitFor();
});

test('analytics count a call once it has ended, in the picture, the table and the file', async () => {
  const page = await somebodyAt('/analytics');
  await page.getByText('No calls in this period').waitFor();
  const phone = phoneOn(page);
  await phone.type('+447700900123');
  await phone.call();
  await phone.reaches('in-call');
  await phone.hangUp();
  await phone.readEnd();
  await page.locator('[data-testid="total-calls"]', { hasText: '1' }).waitFor({ timeout: 20_000 });
  await page.getByTestId('by-country').getByRole('listitem').filter({ hasText: 'United Kingdom' }).waitFor();
  await page.getByRole('img', { name: /Calls by day\. The highest is 1/ }).waitFor();
  await page.getByTestId('by-country').getByRole('button', { name: 'Show the table' }).click();
  const row = page.getByTestId('by-country').getByRole('row', { name: /United Kingdom/ });
  expect(await row.getByRole('cell').allTextContents()).toContain('100%');
  const saving = page.waitForEvent('download');
  await page.getByTestId('by-country').getByRole('button', { name: 'Save as CSV' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toMatch(/^.*\bGB\b/m);
  // The address carries the choice, so it is in force a moment after the click.
  await page.getByRole('radio', { name: 'Spend' }).click();
  await page.waitForURL(/figure=spend/);
  await page.reload();
  await page.getByRole('heading', { name: 'Spend by day' }).waitFor();
  await page.getByTestId('by-country').getByRole('listitem').filter({ hasText: 'United Kingdom' }).waitFor();
  await expectWhole(page, 'analytics-filled');

  const id = await page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('farline.token')}`;
    const history = await fetch('/api/v1/calls/history', { headers: { authorization } });
    return ((await history.json()) as { calls: { id: string }[] }).calls[0]?.id;
  });
  await page.goto(`${stack.url}/calls/${id}`);
  await page.getByTestId('call-detail').getByText('What happened').waitFor();
  await untilFilled(page);
  await expectWhole(page, 'call');
});

test('analytics count messages once a carrier took them, by person too', async () => {
  const page = await somebodyAt('/analytics?of=messages');
  await page.getByText('No messages in this period').waitFor();
  await page.getByRole('link', { name: 'Write a message' }).click();
  await page.waitForURL('**/messages');
  await page.goto(`${stack.url}/messages/+447700900123`);
  const field = page.getByRole('textbox', { name: 'Write a message' });
  await field.fill('Hello');
  await field.press('Enter');
  await page.locator('[data-testid="message"][data-status="delivered"]').waitFor();

  await page.getByRole('link', { name: 'Analytics', exact: true }).first().click();
  await page.getByRole('radio', { name: 'Messages', exact: true }).click();
  await page.waitForURL(/of=messages/);
  await page.locator('[data-testid="total-sent"]', { hasText: '1' }).waitFor({ timeout: 20_000 });
  await page.getByRole('img', { name: /Sent by day\. The highest is 1/ }).waitFor();
  await page.getByTestId('by-country').getByRole('listitem').filter({ hasText: 'United Kingdom' }).waitFor();
  const byPerson = page.getByTestId('by-person');
  await byPerson.getByRole('listitem').filter({ hasText: '+44 7700 900123' }).waitFor();
  await byPerson.getByRole('button', { name: 'Show the table' }).click();
  expect(
    await byPerson
      .getByRole('row', { name: /7700 900123/ })
      .getByRole('cell')
      .allTextContents(),
  ).toEqual(['1', '0', '$0.00']);
  const saving = page.waitForEvent('download');
  await byPerson.getByRole('button', { name: 'Save as CSV' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('+447700900123,1,0,0.0000,USD');
  await expectWhole(page, 'analytics-messages');
});

test('the status page tells what was measured, to everyone', async () => {
  const page = await stage.openPage();
  await page.goto(`${stack.url}/status`);
  for (const name of ['web', 'engine', 'database']) {
    await page.locator(`[data-component="${name}"]`).waitFor();
  }
  await page.getByText(/Measured every \d+ s since|Nothing has been measured yet/).waitFor();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
