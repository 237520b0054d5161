import { mailedProofs } from '@farline/tools/mailed-proofs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { expectWhole } from './support/looks.ts';
import { practiceOf, enter, type Person, signIn, signUpUnconfirmed, somebody } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const card = (page: Page) => page.getByTestId('confirm-email');
const proofsOf = async ({ email }: Person) => await mailedProofs(stack.databaseUrl, email);

test('somebody signs up on a phone, the code is filled in from the mail, and the credit is there', async () => {
  const page = await stage.openPage(PHONE);
  const person = await signUpUnconfirmed(page, stack.url);
  const field = card(page).getByLabel('Code');
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
  expect(await field.getAttribute('inputmode')).toBe('numeric');
  expect(await practiceOf(page)).toBe('0.0000');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await keepPicture(page, 'confirm-email-360');
  expect(await findWrongs(page)).toEqual([]);

  const { code } = await proofsOf(person);
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByText('Your email address is confirmed.').waitFor();
  await card(page).waitFor({ state: 'detached' });
  await expect.poll(async () => await practiceOf(page)).toBe('2.0000');
  await page.close();
});

test('a wrong code is named beside its field, by keyboard alone, and the right one then counts', async () => {
  const page = await stage.openPage();
  const person = await signUpUnconfirmed(page, stack.url);
  const { code } = await proofsOf(person);
  const field = card(page).getByLabel('Code');
  await field.focus();
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await card(page).getByText('The code has six digits').waitFor();
  await field.fill('');
  await page.keyboard.type(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await card(page).getByText('This isn’t the code from the newest email. Please look again.').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await keepPicture(page, 'confirm-email-wrong');

  await expect.poll(async () => await field.evaluate((input) => document.activeElement === input)).toBe(true);
  await field.fill('');
  await page.keyboard.type(code);
  await card(page).waitFor({ state: 'detached' });
  await page.close();
});

test('the phone says why it does not call yet, and calls the echo', async () => {
  const page = await stage.openPage();
  await signUpUnconfirmed(page, stack.url);
  const phone = phoneOn(page);
  await phone.type('+447700902777');
  const box = page.getByTestId('phone-problem');
  await box.getByText('Your email address isn’t confirmed yet').waitFor();
  await keepPicture(page, 'confirm-email-phone');
  expect(await page.getByTestId('call-button').isDisabled()).toBe(true);
  await box.getByRole('link', { name: 'Type the code' }).waitFor();
  await phone.type('*43');
  await box.waitFor({ state: 'detached' });
  await page.close();
});

test('a refused call leads into the field of the code, and is refused no more once the address is confirmed', async () => {
  const page = await stage.openPage(PHONE);
  const person = await signUpUnconfirmed(page, stack.url);
  await page.getByRole('button', { name: 'Call +44 7700 900123' }).click();
  const box = page.getByTestId('phone-problem');
  await box.getByRole('link', { name: 'Type the code' }).click();
  const code = card(page).getByLabel('Code');
  await expect.poll(async () => await code.evaluate((input) => document.activeElement === input)).toBe(true);
  await expect.poll(async () => (await code.boundingBox())?.y ?? -1).toBeGreaterThan(0);
  expect((await code.boundingBox())?.y).toBeLessThan(PHONE.viewport.height);

  await code.fill((await proofsOf(person)).code);
  await card(page).waitFor({ state: 'detached' });
  await phoneOn(page).open();
  await page.getByTestId('call-button').waitFor();
  expect(await box.count()).toBe(0);
  await page.close();
});

test('what whoever takes the account over would find changed says that the address has to be confirmed first', async () => {
  const page = await stage.openPage();
  await signUpUnconfirmed(page, stack.url);
  await page.goto(`${stack.url}/settings/notices`);
  const settings = page.getByTestId('notice-settings');
  await settings.getByLabel('Somebody signs in on a new device or from far away').click();
  await settings.getByRole('button', { name: 'Save changes' }).click();
  await settings.getByTestId('form-error').getByText('Confirm your email address first').waitFor();

  await page.goto(`${stack.url}/settings/limits`);
  const form = page.getByTestId('limits-account');
  await form.getByLabel('Spending in a day').fill('0');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByTestId('form-error').getByText('Confirm your email address first').waitFor();
  await page.close();
});

test('a slip in the address is noticed on the dashboard and corrected there', async () => {
  const page = await stage.openPage();
  const typo = await signUpUnconfirmed(page, stack.url);
  await card(page).getByText(typo.email).waitFor();
  await card(page).getByRole('button', { name: 'Wrong address?' }).click();
  await expectWhole(page, 'confirm-email');
  const right = { ...typo, email: somebody().email };
  await card(page).getByLabel('Correct address').fill(right.email);
  await card(page).getByRole('button', { name: 'Send the code there' }).click();
  await card(page).getByText(right.email).waitFor();

  await card(page)
    .getByLabel('Code')
    .fill((await proofsOf(right)).code);
  await card(page).waitFor({ state: 'detached' });
  await page.close();
});

test('whoever finds the address right has another code sent there, and is told why none is sent yet', async () => {
  const page = await stage.openPage();
  const person = await signUpUnconfirmed(page, stack.url);
  const first = await proofsOf(person);
  const sendThere = async () => {
    await card(page).getByRole('button', { name: 'Wrong address?' }).click();
    expect(await card(page).getByLabel('Correct address').inputValue()).toBe(person.email);
    await card(page).getByRole('button', { name: 'Send the code there' }).click();
  };
  await sendThere();
  await page.getByText(`A new code is on its way to ${person.email}`, { exact: false }).waitFor();
  await expect.poll(async () => (await proofsOf(person)).link, { timeout: 20_000 }).not.toBe(first.link);
  await sendThere();
  await card(page).getByTestId('form-error').getByText('Too many tries').waitFor();
  await page.close();
});

test('the link confirms on another device with the password, and the first page knows at once', async () => {
  const [page, other] = [await stage.openPage(), await stage.openPage(PHONE)];
  const person = await signUpUnconfirmed(page, stack.url);
  const { link } = await proofsOf(person);
  await other.goto(link);
  await other.getByLabel('Password of the account').waitFor();
  await expectWhole(other, 'confirm-link');
  await card(page).waitFor();

  await other.getByLabel('Password of the account').fill(person.password);
  await other.getByRole('button', { name: 'Confirm' }).click();
  await other.getByText('The address is confirmed.').waitFor();
  await card(page).waitFor({ state: 'detached' });
  await expect.poll(async () => await practiceOf(page)).toBe('2.0000');
  await page.close();
  await other.close();
});

test('the page of the link reads from right to left in Arabic, and is whole', async () => {
  const page = await stage.openPage({ locale: 'ar' });
  await page.goto(`${stack.url}/confirm-email?token=of-nobody`);
  await page.getByRole('button', { name: 'تأكيد' }).waitFor();
  await expectWhole(page, 'confirm-link-ar');
  await page.getByRole('button', { name: 'تأكيد' }).click();
  await page.getByText('انتهت صلاحية هذا الرابط، أو استُخدم من قبل، أو أُرسل رابط أحدث.').waitFor();
  await page.close();
});

test('the link takes one press where its account is signed in', async () => {
  const page = await stage.openPage();
  const person = await signUpUnconfirmed(page, stack.url);
  await page.goto((await proofsOf(person)).link);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('The address is confirmed.').waitFor();
  await page.getByRole('link', { name: 'To the dashboard' }).click();
  await page.getByTestId('figure-balance').waitFor();
  expect(await card(page).count()).toBe(0);
  await page.close();
});

test('another code may be asked for after a visible wait', async () => {
  const page = await stage.openPage();
  await page.clock.install();
  const person = await signUpUnconfirmed(page, stack.url);
  await proofsOf(person);
  await card(page)
    .getByRole('button', { name: /^Send a new code in \d+ s$/ })
    .waitFor();
  await page.clock.runFor(61_000);
  await card(page).getByRole('button', { name: 'Send a new code', exact: true }).click();
  await page.getByText(`A new code is on its way to ${person.email}`, { exact: false }).waitFor();
  await card(page)
    .getByRole('button', { name: /^Send a new code in \d+ s$/ })
    .waitFor();
  await page.close();
});

test('a changed address waits in the profile until it is confirmed, and may be called off', async () => {
  const page = await stage.openPage();
  const person = await enter(page, `${stack.url}/settings`);
  const change = async (email: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Your password, for the new address').fill(person.password);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await card(page).getByText(email).waitFor();
  };
  await change(somebody().email);
  await keepPicture(page, 'confirm-new-email');
  await card(page).getByRole('button', { name: 'Keep the old address' }).click();
  await card(page).waitFor({ state: 'detached' });
  const next = { ...person, email: somebody().email };
  await change(next.email);
  await card(page)
    .getByLabel('Code')
    .fill((await proofsOf(next)).code);
  await card(page).waitFor({ state: 'detached' });
  await expect.poll(async () => await page.getByLabel('Email').inputValue()).toBe(next.email);
  await page.close();

  const again = await stage.openPage();
  await signIn(again, stack.url, next);
  await again.close();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
