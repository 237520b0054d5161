import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { expectWhole } from './support/looks.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();

test.each([
  ['/login', 'login-rate'],
  ['/register', 'register-rate'],
])('beside the form of %s stands what a minute costs, as the landing page begins with it', async (path, name) => {
  const page = await stage.openTab();
  await page.goto(stack.url);
  const picker = page.getByLabel('Country to call');
  await picker.waitFor();
  const country = await picker.evaluate((field: HTMLSelectElement) => field.selectedOptions[0]?.textContent);
  const { countries } = (await (await fetch(`${stack.url}/api/v1/rates/countries`)).json()) as {
    countries: { code: string; mobilePerMinute: { amount: string } | null }[];
  };
  const code = await picker.inputValue();
  const amount = countries.find((one) => one.code === code)?.mobilePerMinute?.amount;

  await page.goto(stack.url + path);
  const rate = page.getByTestId('home-rate');
  await rate.getByText(`${country}, mobile`, { exact: true }).waitFor();
  await rate.getByText(`$${Number(amount)} a minute`, { exact: true }).waitFor();
  expect(await findWrongs(page, '[data-testid="home-rate"]')).toEqual([]);
  await expectWhole(page, name);
});

test('on a telephone, where the panel is not shown, no rate is asked for', async () => {
  const page = await stage.openPage({ viewport: { width: 360, height: 740 } });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto(`${stack.url}/login`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.waitForFunction(() => document.querySelector('[data-waits]') === null);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => /rates|home-rate/.test(path))).toEqual([]);
  await page.context().close();
});

test('where the rates can’t be had the panel is the mark alone, and the form is as ever', async () => {
  const page = await stage.openPage();
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/rates/countries'));
  await page.route('**/api/v1/rates/countries', async (route) => await route.abort());
  await page.goto(`${stack.url}/login`);
  await refused;
  await page.getByRole('main').locator('button[type="submit"]').click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
  expect(await page.getByTestId('home-rate').count()).toBe(0);
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
  await page.context().close();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
