import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { resize } from './support/looks.ts';
import { balanceOf, enter } from './support/people.ts';
import { phoneOn, pressEscape } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();

/** Somebody who talks to the sandbox. */
async function talker(path: string, number = '+447700900123'): Promise<Page> {
  const page = await stage.openTab();
  await enter(page, stack.url + path);
  const phone = phoneOn(page);
  await phone.open();
  await phone.type(number);
  await phone.readQuote();
  await phone.call();
  await phone.reaches('in-call');
  return page;
}

const funds = (page: Page) => page.getByTestId('add-funds');
const openFunds = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).first().click();
  await funds(page).getByRole('button', { name: 'Add $25.00' }).waitFor();
};

test('money is added with a new card in the middle of a call: in a tab of its own, and the call goes on', async () => {
  const page = await talker('/billing');
  await openFunds(page);
  const opens = page.waitForEvent('popup');
  await funds(page).getByRole('button', { name: 'Add $25.00' }).click();
  const provider = await opens;
  await funds(page).getByText('You’re paying in another tab. Your call goes on.').waitFor();
  await keepPicture(page, 'paying-beside');

  await provider.getByRole('heading', { name: '$25.00' }).waitFor();
  await provider.getByLabel('Card number').fill('4242 4242 4242 4242');
  await provider.getByLabel('Expires').fill('12/44');
  await provider.getByLabel('Security code').fill('123');
  await provider.getByRole('button', { name: 'Pay $25.00' }).click();
  await provider.getByTestId('payment-return').getByText('was added').waitFor();

  await funds(page).waitFor({ state: 'detached' });
  await expect.poll(async () => await balanceOf(page)).toBe('25.0000');
  expect(await phoneOn(page).reaches('in-call')).toBe('in-call');
  await phoneOn(page).hangUp();
  await phoneOn(page).reaches('ended');
  // The tab of the payment has no part in the call, whenever it comes back.
  expect(await provider.evaluate(() => sessionStorage.getItem('farline.phone.call'))).toBeNull();
});

test('a payment that came to nothing while a call runs can be taken up again from the dialog, beside the call', async () => {
  const page = await talker('/dashboard');
  await openFunds(page);
  const opens = page.waitForEvent('popup');
  await funds(page).getByRole('button', { name: 'Add $25.00' }).click();
  await (await opens).close();
  const way = funds(page).getByRole('link', { name: 'Go to the payment page' });
  const again = page.waitForEvent('popup');
  await way.click();
  await (await again).getByRole('heading', { name: '$25.00' }).waitFor();
  expect(await phoneOn(page).reaches('in-call')).toBe('in-call');
  await phoneOn(page).hangUp();
});

test('a wide screen: mute and hang up are one click while a dialog stands before the page, and the dialog stays', async () => {
  const page = await talker('/dashboard');
  await openFunds(page);
  await page.getByTestId('mute').click();
  expect(await page.getByTestId('mute').textContent()).toBe('Unmute');
  expect(await page.getByRole('button', { name: 'Hang up' }).count()).toBe(1);
  await keepPicture(page, 'dialog-in-call-1600');
  await phoneOn(page).hangUp();
  await phoneOn(page).reaches('ended');
  expect(await funds(page).isVisible()).toBe(true);
});

test.each([360, 768])(
  '%d px wide: the bar of the call stays above a dialog, and covers nothing of it',
  async (width) => {
    const page = await talker('/dashboard');
    await resize(page, { width, height: 740 });
    const bar = page.getByTestId('call-bar');
    await phoneOn(page).root.getByRole('button', { name: 'Close the phone' }).click();
    await bar.waitFor();
    await openFunds(page);
    await page.getByTestId('bar-mute').click();
    expect(await page.getByTestId('bar-mute').getAttribute('aria-label')).toBe('Unmute');
    await keepPicture(page, `dialog-in-call-${width}`);
    const add = funds(page).getByRole('button', { name: 'Add $25.00' });
    await add.scrollIntoViewIfNeeded();
    const [button, covering] = [await add.boundingBox(), await bar.boundingBox()];
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(covering?.y ?? 0);
    await page.getByTestId('bar-hang-up').click();
    await bar.waitFor({ state: 'detached' });
    expect(await funds(page).isVisible()).toBe(true);
  },
);

test('Esc puts away what is drawn out over the call first, then asks, and hangs up when it comes again', async () => {
  const page = await talker('/dashboard', '+447700900124');
  const phone = phoneOn(page);
  for (const drawer of ['Keypad', 'Sound', 'Transfer']) {
    const control = phone.root.getByRole('button', { name: drawer, exact: true });
    await control.click();
    expect(await control.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(async () => await control.getAttribute('aria-expanded')).toBe('false');
  }
  expect(await pressEscape(page, 1)).toBe('Press Esc again to hang up');
  await keepPicture(page, 'esc-again');
  // It forgets: an Esc a while later asks anew.
  await page.getByTestId('hang-up').getByText('Hang up', { exact: true }).waitFor();
  expect(await phone.reaches('in-call')).toBe('in-call');
  expect(await pressEscape(page, 1)).toBe('Press Esc again to hang up');
  await page.getByTestId('hang-up').getByText('Hang up', { exact: true }).waitFor();
  await pressEscape(page, 2);
  await phone.reaches('ended');
});

test('a call stays above other windows: how long, how much, mute and hang up, in the colours of the page, until it is over', async () => {
  const page = await talker('/dashboard');
  const opens = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Keep this call on top' }).click();
  const top = await opens;
  await expect
    .poll(async () => await top.getByRole('main').textContent())
    .toMatch(/\+44 7700 900123\d:\d\d · \$0\.\d+/);
  expect(await page.getByTestId('keep-on-top').count()).toBe(0);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  await top.locator('html[data-theme="dark"]').waitFor();
  const colours = await top.getByRole('main').evaluate((main) => getComputedStyle(main).backgroundColor);
  expect(colours).toBe(await page.evaluate(() => getComputedStyle(document.body).color));
  await top.keyboard.press('m');
  await page.getByText('Your microphone is off').waitFor();
  await top.getByRole('button', { name: 'Unmute' }).click();
  await page.getByText('Your microphone is off').waitFor({ state: 'detached' });
  await keepPicture(top, 'call-on-top');
  expect(await findWrongs(top)).toEqual([]);

  // Closed and opened again, then back to the page, which has all of the call.
  await top.evaluate(() => window.close());
  await page.getByTestId('keep-on-top').waitFor();
  const [again] = await Promise.all([page.context().waitForEvent('page'), page.getByTestId('keep-on-top').click()]);
  await again.getByRole('button', { name: 'Open the phone' }).click();
  await page.getByTestId('keep-on-top').waitFor();
  const [last] = await Promise.all([page.context().waitForEvent('page'), page.getByTestId('keep-on-top').click()]);
  const closes = last.waitForEvent('close');
  await last.getByTestId('bar-hang-up').click();
  await closes;
  await phoneOn(page).reaches('ended');
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
