import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { held, staysOpen } from './support/dialogs.ts';
import { addTwentyFive } from './support/funds.ts';
import { enter, fillSignIn } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();

test('all data comes as a file, and a closed account stays closed', async () => {
  const page = await stage.openTab();
  const person = await enter(page, `${stack.url}/settings/account`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save my data' }).click();
  const file = await (await saving).path();
  expect(await readFile(file, 'utf8')).toContain(person.email);

  await page.getByRole('button', { name: 'Close my account' }).click();
  const dialog = page.getByTestId('close-account');
  await dialog.getByLabel('Your password').fill(`${person.password}x`);
  await dialog.getByRole('button', { name: 'Close it for good' }).click();
  await dialog.getByTestId('form-error').waitFor();
  await dialog.getByLabel('Your password').fill(person.password);
  const goOn = await held(page, '**/settings/close-account', async (route) => await route.continue());
  await dialog.getByRole('button', { name: 'Close it for good' }).click();
  await staysOpen(page, dialog);
  await goOn();
  await page.waitForURL('**/login');
  await fillSignIn(page, person);
  await page
    .getByTestId('form-error')
    .getByText(/closed/)
    .waitFor();
});

test('who is about to close an account with money hears what can be refunded, and is led there', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/billing`);
  await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).click();
  await addTwentyFive(page);
  await page.goto(`${stack.url}/settings/account`);
  await page.getByRole('button', { name: 'Close my account' }).click();
  const dialog = page.getByTestId('close-account');
  await dialog.getByText('$25.00 of your balance can be refunded', { exact: false }).waitFor();
  await dialog.getByRole('link', { name: 'Refund unused credit' }).click();
  await page.waitForURL('**/billing/payments');
  await page.getByTestId('payments').getByRole('button', { name: 'Refund unused credit' }).waitFor();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
