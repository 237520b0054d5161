import { mailedProofs } from '@farline/tools/mailed-proofs';
import { expect, test, vi } from 'vitest';
import type { Page } from 'playwright-core';
import { findWrongs } from './support/axe.ts';
import { held, staysOpen } from './support/dialogs.ts';
import { type Person, enter, signIn, signOut } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();

async function somebodyAt(path: string): Promise<{ page: Page; person: Person }> {
  const page = await stage.openTab();
  const person = await enter(page, stack.url + path);
  return { page, person };
}

/** The path of the link to a new password, once its mail has come. */
async function linkMailedTo(address: string): Promise<string> {
  return await vi.waitFor(
    async () => {
      const reply = await fetch(`${stack.url}/local/mail.json?to=${encodeURIComponent(address)}`);
      const { items } = (await reply.json()) as { items: { text: string }[] };
      const link = items
        .map(({ text }) => /\/reset-password\?token=[\w-]+/.exec(text)?.[0])
        .find((one) => one !== undefined);
      if (link === undefined) throw new Error('no link to a new password has come');
      return link;
    },
    { timeout: 20_000, interval: 250 },
  );
}

test('a changed profile is saved and shown everywhere; what is wrong is said at its field', async () => {
  const { page, person } = await somebodyAt('/settings');
  await page.getByLabel('First name').fill('A');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('First name must be at least 2 characters').waitFor();
  await page.getByLabel('First name').fill('Augusta');
  await page.getByLabel('Country').selectOption('GB');
  await page.getByRole('textbox', { name: 'Phone' }).fill('07700 900 456');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('banner').getByText('Augusta Lovelace').waitFor();
  const password = page.getByLabel('Your password, for the new address');
  expect(await password.count()).toBe(0);
  await page.getByLabel('Email').fill(`new-${person.email}`);
  await password.fill('Wrong-Horse-7');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The current password is incorrect', { exact: true }).first().waitFor();
  await password.fill(person.password);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await password.waitFor({ state: 'detached' });
  const { code } = await mailedProofs(stack.databaseUrl, `new-${person.email}`);
  await page.getByLabel('Code').fill(code);
  await page.getByTestId('confirm-email').waitFor({ state: 'detached' });
  await page.reload();
  expect(await page.getByLabel('Email').inputValue()).toBe(`new-${person.email}`);
  expect(await page.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('+44 7700 900456');
  expect(await page.getByLabel('Country').inputValue()).toBe('GB');

  // The same mailbox in another letter case is no new address: no code is sent, and none is promised.
  await page.getByLabel('Email').fill(`New-${person.email}`);
  await password.fill(person.password);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Your profile is saved.').waitFor();
  expect(await page.getByText('The code is on its way').count()).toBe(0);
});

test('what is typed into the profile is asked about before another part of the settings takes its place', async () => {
  const { page } = await somebodyAt('/settings');
  await page.getByLabel('First name').fill('Augusta');
  const asks = async () => await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await expect.poll(asks).toBe(true);
  const security = page.getByRole('link', { name: 'Security' });
  await security.click();
  const asked = page.getByTestId('unsaved');
  await asked.getByRole('button', { name: 'Stay on this page' }).click();
  expect(await page.getByLabel('First name').inputValue()).toBe('Augusta');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('banner').getByText('Augusta Lovelace').waitFor();
  await security.click();
  await page.getByLabel('New password', { exact: true }).waitFor();
  expect(await asked.count()).toBe(0);
});

test('a picture is sent in whole percents, shown, and removed again', async () => {
  const { page } = await somebodyAt('/settings');
  await page.evaluate(() => {
    const told: string[] = [];
    Object.assign(globalThis, { told });
    new MutationObserver(() => {
      const percent = document.querySelector('[data-testid="upload-progress"]')?.getAttribute('data-percent');
      if (percent !== undefined && percent !== null) told.push(percent);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  const picture = await page.screenshot({ type: 'png' });
  await page.locator('input[type="file"]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('img', { name: 'Your profile picture' }).waitFor();
  const told = await page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter((percent) => !/^\d{1,3}$/.test(percent))).toEqual([]);
  await page.reload();
  await page.getByRole('img', { name: 'Your profile picture' }).waitFor();
  await page.getByRole('button', { name: 'Remove the picture' }).click();
  await page.getByRole('img', { name: 'Your profile picture' }).waitFor({ state: 'detached' });
});

test('a password changes only for who knows the old one', async () => {
  const { page, person } = await somebodyAt('/settings/security');
  const change = async (current: string, next: string): Promise<void> => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('Confirm new password').fill(next);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change(`${person.password}x`, 'Difference1822');
  await page.getByTestId('form-error').waitFor();
  await change(person.password, 'Difference1822');
  await page.getByText('Your password is changed.', { exact: false }).first().waitFor();
  await signOut(page);
  await signIn(page, stack.url, { ...person, password: 'Difference1822' });
});

test("a forgotten password is set anew by the mail's link, and its rules are ticked off while it is typed", async () => {
  const { page, person } = await somebodyAt('/dashboard');
  await signOut(page);
  await page.goto(`${stack.url}/forgot-password`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  // It is done, and asks for nothing more.
  await page.getByLabel('Email').waitFor({ state: 'detached' });
  await page.goto(stack.url + (await linkMailedTo(person.email)));
  await page.getByLabel('New password', { exact: true }).fill('difference');
  const rules = page.getByRole('list', { name: 'What it needs' });
  await rules.locator('[data-met="true"]').nth(1).waitFor();
  expect(await rules.locator('[data-met="false"]').allTextContents()).toEqual(['upper case', 'a digit']);
  await page.getByLabel('New password', { exact: true }).fill('Difference1822');
  await rules.locator('[data-met="true"]').nth(3).waitFor();
  await page.getByLabel('Confirm password').fill('Difference1822');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('Your new password is set.').waitFor();
  await signIn(page, stack.url, { ...person, password: 'Difference1822' });
});

test('another device is listed, and signing it out sends it to sign-in', async () => {
  const { page, person } = await somebodyAt('/settings/security');
  await page.getByText('You’re not signed in anywhere else.').waitFor();
  const other = await stage.openPage();
  await signIn(other, stack.url, person);
  await page.reload();
  const lines = page.getByTestId('sessions').getByRole('listitem');
  await lines.nth(1).getByText('Last seen').waitFor();
  await lines.nth(0).getByText('In use now').waitFor();
  await lines.nth(1).getByRole('button').click();
  await page.getByText('You’re not signed in anywhere else.').waitFor();
  await other.reload();
  await other.waitForURL('**/login');
  await page.reload();
  await page.getByText('You’re not signed in anywhere else.').waitFor();
});

test('the password of a SIP phone is shown once, and the phone can be renamed and removed', async () => {
  const { page, person } = await somebodyAt('/settings/phones');
  await page.getByRole('button', { name: 'Add a phone' }).click();
  const dialog = page.getByTestId('new-sip-phone');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.getByText('Name is required').waitFor();
  await dialog.getByLabel('Name').fill('Desk phone');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  const proof = page.getByTestId('proof-dialog');
  await proof.getByLabel('Your password').fill('not the password');
  await proof.getByRole('button', { name: 'Continue' }).click();
  await proof.getByText('The password is incorrect').waitFor();
  await proof.getByLabel('Your password').fill(person.password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('This password is shown only now').waitFor();
  const password = await dialog.locator('dt', { hasText: 'Password' }).locator('xpath=../dd/span[1]').textContent();
  expect(password?.length).toBeGreaterThan(11);
  await dialog.getByRole('button', { name: 'Copy: Password' }).waitFor();
  expect(await findWrongs(page, '[role="dialog"]')).toEqual([]);
  await keepPicture(page, 'settings-sip-phone');
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.getByText('Desk phone', { exact: true }).waitFor();
  expect(await page.content()).not.toContain(password);
  await page
    .getByTestId('sip-phones')
    .locator('dt', { hasText: 'Rings for' })
    .locator('xpath=../dd')
    .getByText(/^\+999\d+$/)
    .waitFor();

  await page.getByRole('button', { name: 'Rename Desk phone' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Kitchen phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Remove Kitchen phone' }).click();
  const removing = page.getByRole('dialog');
  const refuse = await held(page, '**/settings/sip-phones/*', async (route) => await route.abort());
  await removing.getByRole('button', { name: 'Remove' }).click();
  await staysOpen(page, removing);
  await refuse();
  await removing.getByTestId('form-error').waitFor();
  await removing.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No SIP phone yet').waitFor();
  const focused = async () => await page.evaluate(() => document.activeElement?.getAttribute('data-testid'));
  await expect.poll(focused).toBe('sip-phones');
});

test('colours are kept in this browser, and the time zone in the account', async () => {
  const { page } = await somebodyAt('/settings/preferences');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await page.getByRole('radio', { name: 'Match system' }).check();
  expect(await page.evaluate(() => localStorage.getItem('farline.theme'))).toBeNull();

  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tehran');
  await page.getByText('UTC+03:30', { exact: false }).waitFor();
  await page.reload();
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Asia/Tehran');
});

test('a number that is withheld here stands so on the page of each call', async () => {
  const { page } = await somebodyAt('/settings/preferences');
  await page.getByRole('checkbox', { name: 'Withhold my number' }).check();
  await page.reload();
  await expect
    .poll(async () => await page.getByRole('checkbox', { name: 'Withhold my number' }).isChecked())
    .toBe(true);
  const phone = phoneOn(page);
  await phone.open();
  await phone.root.getByText('Your number is hidden').waitFor();
  await phone.type('+44 7700 900001');
  await phone.readQuote();
  await phone.call();
  await phone.reaches('ended');

  await page.goto(`${stack.url}/calls?view=all`);
  // The phone beside the list offers that number, too.
  await page.getByTestId('call-list').getByText('+44 7700 900001').first().click();
  await page.getByText('Withheld', { exact: true }).waitFor();
});

test('what is told by mail is kept', async () => {
  const { page } = await somebodyAt('/settings/notices');
  const box = page.getByRole('checkbox', { name: 'My balance is low' });
  await box.waitFor();
  const was = await box.isChecked();
  await box.setChecked(!was);
  await page.getByLabel('Warn me below (USD)').fill('a lot');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Write an amount from 0 to 10000').waitFor();
  await page.getByLabel('Warn me below (USD)').fill('7,50');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Your choice is saved.').waitFor();
  await page.reload();
  await box.waitFor();
  expect(await box.isChecked()).toBe(!was);
  expect(await page.getByLabel('Warn me below (USD)').inputValue()).toBe('7.50');
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
