import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { enter, type Person } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();

async function somebodyAtLimits(viewport?: { width: number; height: number }): Promise<{ page: Page; person: Person }> {
  const page = await stage.openTab();
  if (viewport !== undefined) await page.setViewportSize(viewport);
  const person = await enter(page, `${stack.url}/settings/limits`);
  await page.getByTestId('limit-today').waitFor();
  return { page, person };
}

test('a call that a limit refuses says so, leads to the limit, and goes once it is lifted with the password', async () => {
  const { page, person } = await somebodyAtLimits();
  const account = page.getByTestId('limits-account');
  await account.getByLabel('Spending in a day').fill('0');
  await account.getByRole('button', { name: 'Save' }).click();
  await page.getByText('starting now').waitFor();

  const phone = phoneOn(page);
  await phone.type('+447700900123');
  await phone.call();
  await phone.reaches('ended');
  const end = await phone.readEnd();
  expect(end.reason).toMatch(/today’s spending limit doesn’t cover it/);
  expect(end.price).toBe('No charge');
  await keepPicture(page, 'ended-limit');

  await page.getByTestId('limit-link').click();
  const lift = page.getByTestId('limits-lift');
  // The form begins anew for the limit that the link names.
  await lift.getByLabel('Your password').and(page.locator(':focus')).waitFor();
  await lift.getByLabel('Your password').fill('not the password');
  await lift.getByRole('button', { name: 'Lift until midnight' }).click();
  await lift.getByText('The password is incorrect').first().waitFor();
  await lift.getByLabel('Your password').fill(person.password);
  await lift.getByRole('button', { name: 'Lift until midnight' }).click();
  await lift.locator('[data-lifted="day"]').waitFor();

  await page.getByTestId('call-again').click();
  await phone.reaches('in-call');
  await phone.hangUp();
  await phone.reaches('ended');
  await page.goto(`${stack.url}/calls?view=all`);
  await page.getByTestId('call-list').locator('li').nth(1).waitFor();
});

test('an expensive number that the phone refuses is opened by its link and the password, and can be called', async () => {
  const { page, person } = await somebodyAtLimits();
  const phone = phoneOn(page);
  await phone.type('+449098790000');
  const refusal = page.getByTestId('phone-problem');
  await refusal.getByRole('link', { name: 'Open it' }).click();

  const opening = page.getByTestId('limits-open');
  expect(await opening.getByTestId('asked-destination').textContent()).toMatch(/United Kingdom.*premium/i);
  await opening.getByLabel('Your password').fill(person.password);
  await page.keyboard.press('Enter');
  await opening.locator('[data-opened="GB-premium"]').waitFor();

  await opening.getByTestId('call-opened').click();
  await phone.reaches('in-call');
  await phone.hangUp();
  expect((await phone.readEnd()).price).toMatch(/\$\d/);
});

test('a higher limit asks for the password where it is typed; the meter shows its sum', async () => {
  const { page, person } = await somebodyAtLimits({ width: 360, height: 740 });
  const signIn = page.getByTestId('limits-sign-in');
  // The limit of a day is a slider, by keyboard too, and a field beside it; the others are folded away.
  const slider = signIn.getByRole('slider', { name: 'Daily limit' });
  const day = signIn.getByLabel('Spending in a day');
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  expect(await day.inputValue()).toBe('29');
  await day.fill('12.50');
  expect(await slider.getAttribute('aria-valuetext')).toBe('$12.50');
  await day.fill('30.00');
  expect(await signIn.getByLabel('Calls at once').isVisible()).toBe(false);
  await signIn.getByText('More limits').click();
  await signIn.getByLabel('Calls at once').fill('2000');
  await signIn.getByLabel(/Your password/).fill(person.password);
  await signIn.getByRole('button', { name: 'Save' }).click();
  await signIn.getByText('Write a whole number from 1 to 1000').waitFor();
  await signIn.getByLabel('Calls at once').fill('3');
  await signIn.getByLabel('Spending in an hour').fill('٢٠');
  await signIn.getByRole('button', { name: 'Save' }).click();
  await page.getByText('starting now').waitFor();

  expect(await page.getByTestId('limit-today').textContent()).toBe('$30.00');
  await page.getByTestId('limits-meter').getByText('Used $0.00 so far, practice included.').waitFor();
  await page.getByTestId('limits-meter').getByText('The worst case, worked out').click();
  expect(await page.getByTestId('limits-meter').textContent()).toMatch(/Balance\s*\$0\.00/);
  expect(await findWrongs(page)).toEqual([]);
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  await keepPicture(page, 'limits-narrow');
});
