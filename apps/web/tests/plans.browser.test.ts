import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import type { Reply } from '../src/lib/api/api-routes.ts';
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

test('what a month would cost is told for every plan: drawn with the keyboard, typed, and what is left out', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/billing/plan`);
  const advisor = page.getByTestId('plan-advisor');
  await advisor.getByText('We start from an example. Change it to match your calls.').waitFor();
  const cheapest = advisor.getByRole('status');
  const minutes = advisor.getByLabel('Minutes a month', { exact: true });
  const slider = advisor.getByRole('slider', { name: 'Minutes a month, by slider' });

  // A mobile in Nigeria costs 0.11 a minute; a tenth less with Plus, a fifth with Pro, which include none of it.
  await advisor.getByLabel('I call').selectOption('NG');
  await minutes.fill('500');
  await cheapest.getByText('Cheapest for you: Plus, $54.50 a month').waitFor();
  expect(await readMonths(advisor)).toEqual([
    'Basic $55.00 Monthly price $0.00 500 min at $0.11 $55.00',
    'Plus $54.50 Cheapest for you Monthly price $5.00 500 min at $0.099 $49.50',
    'Pro $59.00 Monthly price $15.00 500 min at $0.088 $44.00',
  ]);
  await advisor.getByTestId('left-out').getByText('rounded up to steps of 30 s, then 6 s', { exact: false }).waitFor();

  await slider.focus();
  await page.keyboard.press('End');
  await cheapest.getByText('Cheapest for you: Pro, $103.00 a month').waitFor();
  expect(await minutes.inputValue()).toBe('1000');
  await page.keyboard.press('ArrowLeft');
  await cheapest.getByText('Cheapest for you: Pro, $102.12 a month').waitFor();
  await page.keyboard.press('Home');
  await cheapest.getByText('Cheapest for you: Basic, $0.00 a month').waitFor();

  // A landline in Germany is among those of Europe, and is billed by the second.
  await advisor.getByLabel('I call').selectOption('DE');
  await advisor.getByRole('radio', { name: 'Landline' }).check();
  await minutes.fill('2000');
  await cheapest.getByText('Cheapest for you: Pro, $26.20 a month').waitFor();
  expect((await readMonths(advisor)).slice(1)).toEqual([
    'Plus $27.68 Monthly price $5.00 200 min included $0.00 1,800 min at $0.0126 $22.68',
    'Pro $26.20 Cheapest for you Monthly price $15.00 1,000 min included $0.00 1,000 min at $0.0112 $11.20',
  ]);
  expect(await advisor.getByTestId('left-out').textContent()).not.toContain('steps');
  expect(await findWrongs(page, '[data-testid="plan-advisor"]')).toEqual([]);

  await minutes.fill('44641');
  await advisor.getByText('Write a whole number from 0 to 44,640').waitFor();
  await cheapest.getByText('Cheapest for you: Pro, $26.20 a month').waitFor();
});

test('the sums of a month start from where somebody talked longest in the last 30 days', async () => {
  const page = await stage.openTab();
  await page.route('**/insight/calls?by=destination', async (route) => {
    const reply = await route.fetch();
    const answer = (await reply.json()) as { total: object };
    const called = { countryCode: 'NG', kind: 'mobile', answeredSeconds: 29_941 };
    await route.fulfill({ response: reply, json: { ...answer, items: [{ ...answer.total, ...called }] } });
  });
  await enter(page, `${stack.url}/billing/plan`);
  const advisor = page.getByTestId('plan-advisor');
  await advisor.getByText('last 30 days: 500 min to Nigeria', { exact: false }).waitFor();
  await advisor.getByRole('status').getByText('Cheapest for you: Plus, $54.50 a month').waitFor();
});

/** The words of each plan's month, as they stand. */
const readMonths = async (advisor: Locator): Promise<string[]> =>
  (await advisor.getByRole('listitem').allInnerTexts()).map((text) =>
    text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s+/g, ' '),
  );

test('what an unpaid plan was to change to is what Pay now pays, and no day that is over is told', async () => {
  const page = await stage.openTab();
  await page.route('**/api/v1/billing/subscription', async (route) => {
    const response = await route.fetch();
    const { subscription: plan } = (await response.json()) as Reply<'GET /billing/subscription'>;
    const usd = (amount: string) => ({ ...plan.pricePerMonth, amount });
    const next = { planId: 'plus', name: 'Plus', pricePerMonth: usd('5.0000'), startsAt: '2026-04-10T09:30:00.000Z' };
    const pastDue = { amount: usd('5.0000'), until: '2026-04-13T09:30:00.000Z' };
    const pro = { planId: 'pro', name: 'Pro', status: 'past_due' as const, pricePerMonth: usd('15.0000') };
    await route.fulfill({ response, json: { subscription: { ...plan, ...pro, renewsAt: null, next, pastDue } } });
  });
  await enter(page, `${stack.url}/billing/plan`);
  const plan = page.getByTestId('plan');
  await plan.getByText('Your balance didn’t cover $5.00.', { exact: false }).waitFor();
  expect(await plan.getByText('it changes to', { exact: false }).count()).toBe(0);
  await plan.getByRole('button', { name: 'Pay now' }).click();
  await page.getByTestId('change-plan').getByRole('heading', { name: 'Plus' }).waitFor();
});
