import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Reply } from '../src/lib/api/api-routes.ts';
import { resize } from './support/looks.ts';
import { enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();

const stepOf = (page: Page, step: string) => page.getByTestId('first-steps').locator(`[data-step=${step}]`);

/** Presses a step's button, which calls at once, talks, and hangs up. */
async function callAndHangUp(page: Page, step: string, button: string): Promise<void> {
  const phone = phoneOn(page);
  await stepOf(page, step).getByRole('button', { name: button }).click();
  await phone.reaches('in-call');
  await phone.hangUp();
  await phone.reaches('ended');
}

/** The same; then its tick is there. */
async function takeStep(page: Page, step: string, button: string): Promise<void> {
  await callAndHangUp(page, step, button);
  await stepOf(page, step).getByRole('img', { name: 'Done' }).waitFor();
}

/** The page is told that a carrier here reaches real phones: that of the tests' installation doesn’t. */
async function withRealPhones(page: Page): Promise<void> {
  await page.route('**/api/v1/overview', async (route) => {
    const response = await route.fetch();
    const overview = (await response.json()) as Reply<'GET /overview'>;
    if (overview.usage === undefined) throw new Error('the overview has no usage');
    await route.fulfill({ response, json: { ...overview, usage: { ...overview.usage, reachesRealPhones: true } } });
  });
  await page.route('**/api/v1/billing/usage', async (route) => {
    const response = await route.fetch();
    const usage = (await response.json()) as Reply<'GET /billing/usage'>;
    await route.fulfill({ response, json: { ...usage, reachesRealPhones: true } });
  });
  await page.route('**/api/v1/operator', async (route) => {
    const about: Reply<'GET /operator'> = { operator: null, transcription: null, reachesRealPhones: true };
    await route.fulfill({ json: about });
  });
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
  // No carrier of this installation reaches real phones: nothing promises that funds would make them ring.
  expect(await stepOf(page, 'call').count()).toBe(0);
  expect(await page.getByRole('main').textContent()).not.toMatch(/real phones/);
  await takeStep(page, 'hear', 'Call *43');
  // The facts are the account's: another window knows them.
  await page.reload();
  await stepOf(page, 'hear').getByRole('img', { name: 'Done' }).waitFor();
  await callAndHangUp(page, 'practise', 'Call +44 7700 900123');
  // Nothing is left to do.
  await page.getByTestId('first-steps').waitFor({ state: 'detached' });
  await page.context().close();
});

test('where real phones can be reached the third step adds funds; put away, the steps stay away', async () => {
  const page = await stage.openPage();
  await withRealPhones(page);
  await enter(page, `${stack.url}/dashboard`);
  await page.getByText('Add funds to call real phones').waitFor();
  expect(await stepOf(page, 'call').textContent()).toContain('Practice credit doesn’t reach real phones');
  await keepPicture(page, 'first-steps-real');
  await stepOf(page, 'call').getByRole('button', { name: 'Add Funds' }).click();
  await page.getByTestId('add-funds').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('first-steps').getByRole('button', { name: 'Hide the first steps' }).click();
  await page.getByTestId('first-steps').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('No calls yet', { exact: true }).waitFor();
  expect(await page.getByTestId('first-steps').count()).toBe(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
});

test('the help page says what each practice number does, and puts one into the phone of whoever is signed in', async () => {
  const page = await stage.openPage();
  await page.goto(`${stack.url}/help`);
  const numbers = page.getByTestId('practice-numbers');
  await numbers.getByText('+44 7700 900001').waitFor();
  await page.getByText('No call from here reaches a real phone').waitFor();
  expect(await numbers.getByRole('button').count()).toBe(0);

  await enter(page, `${stack.url}/help`);
  await numbers.getByRole('button', { name: '+44 7700 900001' }).click();
  await expect.poll(async () => await phoneOn(page).field.inputValue()).toBe('+44 7700 900001');
  await numbers.scrollIntoViewIfNeeded();
  await keepPicture(page, 'help-practice-numbers');
  await page.context().close();
});

test('where real phones can be reached the help page says when, and not that none is', async () => {
  const page = await stage.openPage();
  await withRealPhones(page);
  await page.goto(`${stack.url}/help`);
  await page.getByText('You can reach real phones once you’ve made a payment').waitFor();
  expect(await page.getByText('No call from here reaches a real phone').count()).toBe(0);
  await page.context().close();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
