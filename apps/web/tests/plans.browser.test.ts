import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { addTwentyFive } from './support/funds.ts';
import { balanceOf, enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();

test('a plan is changed for the sum that was shown, and its minutes are there at once', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/billing/plan`);
  await page.getByTestId('choose-plus').click();
  const dialog = page.getByTestId('change-plan');
  await dialog.getByTestId('not-covered').getByRole('button', { name: 'Add Funds' }).click();
  // On a slow device the payment is read before the page that was left for it stands there again.
  const device = await page.context().newCDPSession(page);
  await device.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  await addTwentyFive(page);

  // Whoever paid for it is back at what they wanted it for.
  await dialog.getByTestId('plan-sum').getByText('Taken from your balance now').waitFor();
  await device.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  expect(await dialog.getByTestId('plan-sum').textContent()).toContain('$20.00');
  expect(await findWrongs(page, '[role="dialog"]')).toEqual([]);
  await keepPicture(page, 'change-plan');
  await dialog.getByRole('button', { name: 'Pay $5.00 and change' }).click();
  await page.getByTestId('plan').getByRole('heading', { name: 'Plus' }).waitFor();
  await page.getByTestId('plan').getByText('200 of 200 min').first().waitFor();
  await expect.poll(async () => await balanceOf(page)).toBe('20.0000');
  await page.getByRole('complementary').getByText('Plus plan', { exact: false }).waitFor();
  await keepPicture(page, 'billing-plan');

  await page.getByTestId('choose-pro').click();
  // All days of the month are left: 15.00 for Pro, less the 5.00 for Plus that are unused.
  await dialog.getByTestId('plan-sum').getByText('Unused part of Plus').waitFor();
  await dialog.getByRole('button', { name: 'Pay $10.00 and change' }).click();
  await page.getByTestId('plan').getByRole('heading', { name: 'Pro' }).waitFor();
  await expect.poll(async () => await balanceOf(page)).toBe('10.0000');
  const edge = async (part: Locator) => (await part.boundingBox())?.x;
  const heading = page.getByTestId('plan').getByRole('heading', { name: 'Pro' });
  expect(await edge(page.getByTestId('end-plan'))).toBe(await edge(heading));
  await page.getByTestId('end-plan').click();
  await dialog.getByTestId('confirm-plan').click();
  await page.getByTestId('plan').getByRole('button', { name: 'Keep Pro' }).waitFor();

  await page.goto(`${stack.url}/dashboard`);
  await page.getByTestId('allowances').getByText('Europe, landlines').waitFor();
});

test('the prices offer a change to every plan but the one that somebody has', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/pricing`);
  await page.getByTestId('plan-plus').getByRole('link', { name: 'Change to Plus' }).waitFor();
  const own = page.getByTestId('plan-basic');
  expect(await own.getByText('Your plan', { exact: true }).count()).toBe(1);
  expect(await own.getByRole('link').count()).toBe(0);
});
