import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { expectWhole, untilFilled } from './support/looks.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();

test('open pages are whole on each width, in both colours', async () => {
  const page = await stage.openTab();
  for (const [path, name, heading] of [
    ['/', 'landing', 'Know the price first'],
    ['/pricing?q=united', 'pricing', 'What a minute costs'],
    ['/login', 'login', 'Sign in'],
    ['/register', 'register', 'Create your account'],
    ['/forgot-password', 'forgot-password', 'Reset your password'],
    ['/terms', 'terms', 'Terms'],
    ['/nowhere', 'not-found', 'Page Not Found'],
  ] as const) {
    await page.goto(stack.url + path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    if (path === '/') await page.getByLabel('Country to call').waitFor();
    if (name === 'terms') await page.getByText('Whoever runs this service hasn’t said who they are.').waitFor();
    if (name === 'pricing') await page.getByRole('table').waitFor();
    await expectWhole(page, name);
  }
});

test('in the dark a box that nobody ticked is drawn as a field, and one that is ticked is filled', async () => {
  const page = await stage.openPage({ colorScheme: 'dark' });
  await page.goto(`${stack.url}/login`);
  const box = page.getByRole('checkbox', { name: 'Remember me' });
  // The form is taken over by its script, and begins anew then.
  await page.waitForFunction(() => document.querySelector('[data-waits]') === null);
  await page.waitForLoadState('networkidle');
  await box.uncheck();
  await page.mouse.move(0, 0);
  const drawn = async (one: Locator) =>
    await one.evaluate((field) => {
      const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(field);
      return { backgroundColor, borderTopColor, borderTopWidth };
    });
  const field = await drawn(page.getByLabel('Email'));
  await expect.poll(async () => await drawn(box)).toEqual(field);
  await box.check();
  await expect.poll(async () => (await drawn(box)).backgroundColor).not.toBe(field.backgroundColor);
});

test.each([
  ['reset-password', ''],
  ['reset-password-token', '?token=of-the-mailed-link'],
])('a new password is asked for on a page that is whole: %s', async (name, query) => {
  const page = await stage.openTab();
  await page.goto(`${stack.url}/reset-password${query}`);
  await untilFilled(page);
  await expectWhole(page, name);
});

test('the list of countries is searched by any name of a country, with the mouse and by keyboard', async () => {
  const page = await stage.openTab();
  await page.goto(stack.url);
  const picker = page.getByLabel('Country to call');
  await picker.hover();
  await page.locator('[data-searchable]').waitFor();
  const list = page.getByTestId('country-search');
  const field = list.getByRole('combobox');
  await picker.click();
  await field.fill('holland');
  await expect.poll(async () => await list.getByRole('option').allTextContents()).toEqual(['Netherlands+31']);
  expect(await findWrongs(page, '[data-testid="country-search"]')).toEqual([]);
  await keepPicture(page, 'country-search');
  await list.getByRole('option').click();
  await list.waitFor({ state: 'detached' });
  expect(await picker.inputValue()).toBe('NL');
  await expect.poll(async () => await picker.evaluate((one) => one === document.activeElement)).toBe(true);

  await page.keyboard.press('u');
  await expect.poll(async () => await field.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await field.inputValue()).toBe('u');
  await page.keyboard.press('End');
  await page.keyboard.type('k');
  await expect
    .poll(async () => await field.getAttribute('aria-activedescendant'))
    .toSatisfy((id) => String(id).endsWith('-GB'));
  await page.keyboard.press('Enter');
  await list.waitFor({ state: 'detached' });
  expect(await picker.inputValue()).toBe('GB');

  await picker.press('ArrowDown');
  await field.fill('Atlantis');
  await list.getByText('No country matches “Atlantis”.').waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  expect(await picker.inputValue()).toBe('GB');
});

test("on a telephone the list of countries is the telephone's own", async () => {
  const page = await stage.openPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await page.goto(stack.url);
  const picker = page.getByLabel('Country to call');
  expect(await picker.evaluate((one) => one.tagName)).toBe('SELECT');
  // What the list of a telephone waits for is not taken away by ours.
  const isLeft = await picker.evaluate((one) =>
    one.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true })),
  );
  expect(isLeft).toBe(true);
  await picker.selectOption('NG');
  await page.getByText(/to a mobile there/).waitFor();
  expect(await page.getByTestId('country-search').count()).toBe(0);
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
