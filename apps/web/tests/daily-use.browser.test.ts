import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CALLS } from './pictures/life/calls.ts';
import { resize, untilFilled } from './support/looks.ts';
import { enter, signUpUnconfirmed } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';
import { standInForAnswers } from './support/stand-in-answers.ts';

const stage = await testStage();
const DESK = { width: 1600, height: 900 };
const TELEPHONE = { width: 360, height: 740 };

/** A ring round the focused element that is larger than a button's. */
const hasRingRoundAPart = async (page: Page): Promise<boolean> =>
  await page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return false;
    return focused.getBoundingClientRect().height > 100 && getComputedStyle(focused).outlineStyle !== 'none';
  });

/** What the running call shows in one and the same moment. */
const meterOn = async (page: Page): Promise<{ time: string; cost: string }> =>
  await page.evaluate(() => {
    const text = (id: string) => document.querySelector(`[data-testid="${id}"]`)?.textContent ?? '';
    return { time: text('timer'), cost: /[\d.]+/.exec(text('running-cost'))?.[0] ?? '' };
  });

test('a call by keyboard alone rings no part of the page, costs what its seconds cost, and is one press away afterwards', async () => {
  const page = await stage.openTab();
  await resize(page, DESK);
  await enter(page, `${stack.url}/dashboard`);
  const phone = phoneOn(page);
  await phone.type('+447700900123');
  const { price } = await phone.readQuote();
  await page.getByTestId('call-button').press('Enter');
  await phone.reaches('in-call');
  expect(await hasRingRoundAPart(page)).toBe(false);

  const perSecond = Number(/[\d.]+/.exec(price)?.[0]) / 60;
  const seen = new Map<string, string>();
  await expect
    .poll(
      async () => {
        const { time, cost } = await meterOn(page);
        seen.set(time, cost);
        return seen.size;
      },
      { interval: 20, timeout: 10_000 },
    )
    .toBeGreaterThan(3);
  for (const [time, cost] of seen) {
    const seconds = Math.max(1, Number(time.split(':')[1]));
    expect(Number(cost), `what ${time} costs`).toBeCloseTo(perSecond * seconds, 3);
  }
  await page.getByTestId('hang-up').press('Enter');
  await phone.reaches('ended');
  expect(await hasRingRoundAPart(page)).toBe(false);

  await page.reload();
  await untilFilled(page);
  // In a first month there is nothing to compare with.
  expect(await page.getByText('last month').count()).toBe(0);
  const again = page.getByTestId('speed-dial').getByRole('button', { name: '+44 7700 900123' });
  const number = again.getByText('+44 7700 900123');
  expect(await number.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await again.click();
  expect(await phone.field.inputValue()).toBe('+44 7700 900123');
});

test('on a telephone the menu signs out, and no slip of a thumb in the bar', async () => {
  const page = await stage.openTab();
  await resize(page, TELEPHONE);
  await enter(page, `${stack.url}/dashboard`);
  await untilFilled(page);
  const signOut = page.getByRole('button', { name: 'Sign out' });
  expect(await signOut.count()).toBe(0);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await keepPicture(page, 'menu-360');
  await signOut.click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('link', { name: 'Get started' }).first().waitFor();
});

test('what a visitor checked the price of waits in the phone after they signed up, once', async () => {
  const page = await stage.openPage();
  await page.goto(stack.url);
  await page.getByLabel('Or check a number').fill('+44 7700 900123');
  await page.getByTestId('number-price').getByText('a minute').waitFor();
  await signUpUnconfirmed(page, stack.url);
  const phone = phoneOn(page);
  await expect.poll(async () => await phone.field.inputValue()).toBe('+44 7700 900123');
  await page.reload();
  await untilFilled(page);
  expect(await phone.field.inputValue()).toBe('');
  await page.context().close();
});

test('an installed app has ways straight to the phone, to calls, messages and money', async () => {
  const page = await stage.openTab();
  const reply = await fetch(`${stack.url}/manifest.webmanifest`);
  const { shortcuts } = (await reply.json()) as { shortcuts: { name: string; url: string }[] };
  expect(shortcuts.map(({ name }) => name)).toEqual(['Phone', 'Calls', 'Messages', 'Add funds']);
  await resize(page, TELEPHONE);
  await enter(page, stack.url + (shortcuts[0]?.url ?? ''));
  await phoneOn(page).reaches('idle');
  expect(await phoneOn(page).field.isVisible()).toBe(true);

  await page.goto(stack.url + (shortcuts[3]?.url ?? ''));
  await page.getByTestId('add-funds').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('add-funds').waitFor({ state: 'detached' });
  // Closed, it stays so, and the page below it is that of the money.
  expect(page.url()).toBe(`${stack.url}/billing`);
  await page.getByTestId('billing-balance').waitFor();
});

test('a number that is shared with the installed app, in words or as a link, comes into the phone, and calls nobody', async () => {
  const page = await stage.openTab();
  const manifest = (await (await fetch(`${stack.url}/manifest.webmanifest`)).json()) as {
    share_target: { action: string; params: { text: string } };
    protocol_handlers: { protocol: string; url: string }[];
  };
  const { action, params } = manifest.share_target;
  await resize(page, TELEPHONE);
  await enter(
    page,
    `${stack.url}${action}?${params.text}=${encodeURIComponent('Ring Ada on +44 7700 900123, please')}`,
  );
  const phone = phoneOn(page);
  await phone.reaches('idle');
  await expect.poll(async () => await phone.field.inputValue()).toBe('+44 7700 900123');
  // A reload shares nothing anew.
  expect(new URL(page.url()).search).toBe('');

  const [tel] = manifest.protocol_handlers;
  expect(tel?.protocol).toBe('tel');
  await page.goto(stack.url + (tel?.url ?? '').replace('%s', encodeURIComponent('tel:+33-6-39-98-01-23')));
  await expect.poll(async () => await phone.field.inputValue()).toBe('+33 6 39 98 01 23');
  await phone.reaches('idle');
  await page.goto(`${stack.url}${action}?${params.text}=hello`);
  await page.getByText('There’s no number in what was shared').waitFor();
});

test('J and K go along the list of calls as the arrows do', async () => {
  const page = await stage.openTab();
  await resize(page, DESK);
  await standInForAnswers(page, CALLS);
  await enter(page, `${stack.url}/calls?view=all`);
  const lines = page.getByTestId('call-list').locator('[data-line]');
  await lines.first().focus();
  await page.keyboard.press('j');
  expect(await lines.nth(1).evaluate((line) => line === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  expect(await lines.first().evaluate((line) => line === document.activeElement)).toBe(true);
});

test('the plan on the dashboard leads to the others', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/dashboard`);
  await page.getByRole('link', { name: 'Compare plans' }).click();
  await page.waitForURL('**/billing/plan');
});

test('a visitor starts with a plan, and is sold nothing that is not there', async () => {
  const page = await stage.openTab();
  await page.goto(`${stack.url}/pricing`);
  const plans = page.getByTestId('plans');
  await plans.getByRole('link', { name: 'Start with Plus' }).waitFor();
  const words = (await plans.textContent()) ?? '';
  expect(await plans.getByRole('link').allTextContents()).toEqual([
    'Start with Basic',
    'Start with Plus',
    'Start with Pro',
  ]);
  expect(words).not.toContain('Change to');
  expect(words).not.toContain('Sample');
  expect(words).not.toMatch(/once they can/i);
  await plans.getByRole('link', { name: 'Start with Plus' }).click();
  await page.waitForURL('**/register');
});

async function addGrace(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a contact' }).click();
  const dialog = page.getByTestId('contact-dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper');
  await dialog.getByRole('textbox', { name: 'Number' }).fill('+44 7700 900456');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByTestId('contact-list').getByText('Grace Hopper', { exact: true }).waitFor();
}

test('offline, one quiet sign says since when, and what was seen stays', async () => {
  const page = await stage.openPage({ fetchesAhead: true });
  await resize(page, DESK);
  await enter(page, `${stack.url}/contacts`);
  await addGrace(page);
  const grace = page.getByTestId('contact-list').getByText('Grace Hopper', { exact: true });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByTestId('figure-balance').waitFor();

  await page.context().setOffline(true);
  await page.getByText('Offline since', { exact: false }).waitFor();
  await menu.getByRole('link', { name: 'Contacts' }).click();
  await grace.waitFor();
  await menu.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByTestId('figure-balance').waitFor();
  await keepPicture(page, 'offline-dashboard');
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.getByText('Offline since', { exact: false }).count()).toBe(1);

  await page.context().setOffline(false);
  await page.getByText('Offline since', { exact: false }).waitFor({ state: 'detached' });
  await page.context().close();
});

test('a country in its field shows flag and code whole, however long its name is', async () => {
  const page = await stage.openTab();
  await resize(page, DESK);
  await enter(page, `${stack.url}/settings`);
  const field = page.getByLabel('Country', { exact: true });
  await field.selectOption('IO');
  for (const size of [DESK, TELEPHONE]) {
    await resize(page, size);
    const box = await field.boundingBox();
    const code = page.locator('[aria-hidden="true"]').getByText('+246', { exact: true });
    const shown = await code.boundingBox();
    if (box === null || shown === null) throw new Error('the field shows no code');
    expect(shown.x).toBeGreaterThan(box.x);
    expect(shown.x + shown.width).toBeLessThan(box.x + box.width - 36);
    expect(await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    await keepPicture(page, `country-field-${size.width}`);
  }
});

test('the search of contacts and the button beside it stand on one line, and an empty book has one button to press first', async () => {
  const page = await stage.openTab();
  await resize(page, DESK);
  await enter(page, `${stack.url}/contacts`);
  await page.getByText('No contacts yet').waitFor();
  const main = page.getByRole('main');
  expect(await main.locator('.bg-accent').count()).toBe(1);
  await addGrace(page);
  const [button, search] = await Promise.all(
    [main.getByRole('button', { name: 'Add a contact' }), main.getByRole('searchbox')].map(
      async (one) => await one.boundingBox(),
    ),
  );
  expect([button?.y, button?.height]).toEqual([search?.y, search?.height]);
  await keepPicture(page, 'contacts-one');
});
