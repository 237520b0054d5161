import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { resize } from './support/looks.ts';
import { enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();

const stepOf = (page: Page, step: string) => page.getByTestId('first-steps').locator(`[data-step=${step}]`);

/** Presses a step's button, which calls at once, talks, and hangs up; then its tick is there. */
async function takeStep(page: Page, step: string, button: string): Promise<void> {
  const phone = phoneOn(page);
  await stepOf(page, step).getByRole('button', { name: button }).click();
  await phone.reaches('in-call');
  await phone.hangUp();
  await phone.reaches('ended');
  await stepOf(page, step).getByRole('img', { name: 'Done' }).waitFor();
}

test('a newcomer hears themselves and makes a practice call by one press each; each is ticked once it was answered', async () => {
  const page = await stage.openPage();
  await enter(page, `${stack.url}/dashboard`);
  await stepOf(page, 'hear').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 1600]) {
      await resize(page, { width, height: 900 });
      await keepPicture(page, `first-steps-${width}-${colorScheme}`);
    }
  }
  expect(await stepOf(page, 'call').textContent()).toContain('Practice credit doesn’t reach real phones');
  await takeStep(page, 'hear', 'Call *43');
  await takeStep(page, 'practise', 'Call +44 7700 900123');
  await keepPicture(page, 'first-steps-done');
  // The facts are the account's: another window knows them.
  await page.reload();
  await stepOf(page, 'practise').getByRole('img', { name: 'Done' }).waitFor();
  expect(await stepOf(page, 'call').getAttribute('data-done')).toBe('false');

  await stepOf(page, 'call').getByRole('button', { name: 'Add Funds' }).click();
  await page.getByTestId('add-funds').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('first-steps').getByRole('button', { name: 'Hide the first steps' }).click();
  await page.getByTestId('first-steps').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByTestId('call-list').waitFor();
  expect(await page.getByTestId('first-steps').count()).toBe(0);
  await page.context().close();
});

test('the help page says what each practice number does, and puts one into the phone of whoever is signed in', async () => {
  const page = await stage.openPage();
  await page.goto(`${stack.url}/help`);
  const numbers = page.getByTestId('practice-numbers');
  await numbers.getByText('+44 7700 900001').waitFor();
  expect(await numbers.getByRole('button').count()).toBe(0);

  await enter(page, `${stack.url}/help`);
  await numbers.getByRole('button', { name: '+44 7700 900001' }).click();
  await expect.poll(async () => await phoneOn(page).field.inputValue()).toBe('+44 7700 900001');
  await numbers.scrollIntoViewIfNeeded();
  await keepPicture(page, 'help-practice-numbers');
  await page.context().close();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
