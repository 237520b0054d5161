import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { layoutBreaches } from './support/layout.ts';
import { resize } from './support/looks.ts';
import { enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

/** The phone on a telephone: a place of its own, with an address, above the bar at the foot. */

const stage = await testStage();
const UPRIGHT = { width: 360, height: 740 };
const bar = (page: Page) => page.getByTestId('bottom-bar');
const tab = (page: Page) => bar(page).getByTestId('open-phone');

async function onTelephone(path: string, size = UPRIGHT): Promise<Page> {
  const page = await stage.openTab();
  await page.setViewportSize(size);
  await enter(page, stack.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** How many entries the browser's history has, and at which address the page is. */
const place = async (page: Page) =>
  await page.evaluate(() => ({
    entries: history.length,
    address: location.pathname + location.search + location.hash,
  }));

test('open, the phone has the whole window above the bar, and one entry in the history however often it is opened', async () => {
  const page = await onTelephone('/calls?view=all');
  const before = await place(page);
  await tab(page).click();
  const phone = phoneOn(page);
  await phone.reaches('idle');
  await expect.poll(async () => (await place(page)).address).toBe('/calls?view=all#phone');
  const [sheet, below] = [await phone.root.boundingBox(), await bar(page).boundingBox()];
  expect(sheet).toEqual({ x: 0, y: 0, width: 360, height: below?.y });
  expect((below?.y ?? 0) + (below?.height ?? 0)).toBe(740);
  expect(await tab(page).getAttribute('aria-current')).toBe('true');
  expect(await bar(page).getByRole('link', { name: 'Calls' }).getAttribute('aria-current')).toBe('false');
  await tab(page).click();
  await tab(page).click();
  expect(await place(page)).toEqual({ entries: before.entries + 1, address: '/calls?view=all#phone' });

  await page.goBack();
  await phone.root.waitFor({ state: 'detached' });
  expect(await place(page)).toEqual({ entries: before.entries + 1, address: '/calls?view=all' });
  await page.goForward();
  await phone.reaches('idle');
  await phone.root.getByRole('button', { name: 'Close the phone' }).click();
  await expect.poll(async () => (await place(page)).address).toBe('/calls?view=all');
  // What was put away by its button lies ahead, as after Back.
  expect((await place(page)).entries).toBe(before.entries + 1);
});

test('another place of the bar leaves the phone, and Back comes to it again', async () => {
  const page = await onTelephone('/dashboard');
  const phone = phoneOn(page);
  await phone.open();
  await phone.type('+4477009');
  await bar(page).getByRole('link', { name: 'Contacts' }).click();
  await page.waitForURL('**/contacts');
  await phone.root.waitFor({ state: 'detached' });
  await page.goBack();
  await phone.reaches('idle');
  expect(await phone.field.inputValue()).toBe('+4477009');
  await page.goBack();
  await phone.root.waitFor({ state: 'detached' });
  expect((await place(page)).address).toBe('/dashboard');
});

test('the phone can be come to by its address alone; closed, the page that it lay over is there', async () => {
  const page = await onTelephone('/dashboard');
  await page.goto('about:blank');
  await page.goto(`${stack.url}/contacts#phone`);
  const phone = phoneOn(page);
  await phone.reaches('idle');
  await phone.root.getByRole('button', { name: 'Close the phone' }).click();
  await phone.root.waitFor({ state: 'detached' });
  await expect.poll(async () => (await place(page)).address).toBe('/contacts');
  // A page that is loaded anew with the phone open still knows the way back.
  await phone.open();
  await page.reload();
  await phone.reaches('idle');
  await phone.root.getByRole('button', { name: 'Close the phone' }).click();
  await expect.poll(async () => (await place(page)).address).toBe('/contacts');
  await page.goForward();
  await phone.reaches('idle');
});

test('what lies below the open phone is out of reach, and the focus comes back to it', async () => {
  const page = await onTelephone('/dashboard');
  await tab(page).focus();
  await page.keyboard.press('Enter');
  await phoneOn(page).reaches('idle');
  const isBelowInert = async () =>
    await page.evaluate(() => [...document.querySelectorAll<HTMLElement>('[data-page]')].map(({ inert }) => inert));
  await expect.poll(isBelowInert).toEqual([true, true]);
  await page.keyboard.press('Escape');
  await expect.poll(isBelowInert).toEqual([false, false]);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('open-phone');
});

test('put away in the very moment in which it came, the phone stays away', async () => {
  const page = await onTelephone('/dashboard');
  await page.evaluate(() => {
    const escape = new MutationObserver(() => {
      escape.disconnect();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      document.documentElement.dataset['escaped'] = '';
    });
    for (const part of document.querySelectorAll('[data-page]')) escape.observe(part, { attributeFilter: ['inert'] });
  });
  await tab(page).click();
  await page.locator('html[data-escaped]').waitFor();
  await expect.poll(async () => (await place(page)).address).toBe('/dashboard');
  await phoneOn(page).root.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.querySelectorAll('[data-page][inert]').length)).toBe(0);
});

test('Back in a call puts the phone away and loses nothing: the call goes on in its bar', async () => {
  const page = await onTelephone('/contacts');
  const phone = phoneOn(page);
  await phone.open();
  await phone.type('+447700900123');
  await phone.call();
  await phone.reaches('in-call');
  expect(await bar(page).isVisible()).toBe(true);
  await page.goBack();
  const call = page.getByTestId('call-bar');
  await call.waitFor();
  expect((await place(page)).address).toBe('/contacts');
  await page.goForward();
  await phone.reaches('in-call');
  await call.waitFor({ state: 'detached' });
  // A thread fills the window: there the bar comes with the phone.
  await bar(page).getByRole('link', { name: 'Messages' }).click();
  await call.waitFor();
  await call.getByRole('button', { name: 'Open the phone' }).click();
  await phone.reaches('in-call');
  await phone.hangUp();
  await phone.readEnd();
  await page.goBack();
  await phone.root.waitFor({ state: 'detached' });
  expect((await place(page)).address).toBe('/messages');
});

test('over a thread, which has no bar of its own, the bar comes with the phone', async () => {
  const page = await onTelephone('/messages/+447700900123');
  expect(await bar(page).isVisible()).toBe(false);
  await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '5', bubbles: true })));
  await phoneOn(page).reaches('idle');
  expect(await phoneOn(page).field.inputValue()).toBe('5');
  await bar(page).getByRole('link', { name: 'Billing' }).click();
  await page.waitForURL('**/billing');
});

test.each([
  { width: 320, height: 568 },
  { width: 360, height: 400 },
  { width: 414, height: 896 },
  { width: 568, height: 320 },
  { width: 740, height: 360 },
  { width: 844, height: 390 },
])('at $width × $height everything of the phone can be seen or scrolled to, at rest and in a call', async (size) => {
  const page = await onTelephone('/dashboard#phone', size);
  const phone = phoneOn(page);
  await phone.reaches('idle');
  await phone.type('+447700900123');
  await phone.readQuote();
  await expectWithin(page, ['number-field', 'call-button', 'destination', 'price']);
  await phone.pressKeys('1');
  await phone.field.fill('+447700900123');
  await phone.call();
  await phone.reaches('in-call');
  await expectWithin(page, ['timer', 'running-cost', 'mute', 'hold', 'transfer-control', 'hang-up']);
  await phone.pressKeys('12');
  expect(await layoutBreaches(page)).toEqual([]);
  await phone.hangUp();
  await phone.readEnd();
  await expectWithin(page, ['end-reason', 'ended-duration', 'call-again']);
  await resize(page, { width: 360, height: 740 });
});

/** Each of these can be brought into the window, and the middle of it is not below anything else. */
async function expectWithin(page: Page, testIds: readonly string[]): Promise<void> {
  expect(await layoutBreaches(page)).toEqual([]);
  for (const testId of testIds) {
    const part = page.getByTestId(testId);
    await part.scrollIntoViewIfNeeded();
    const isOnTop = await part.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    });
    expect(isOnTop, `${testId} is covered`).toBe(true);
  }
}

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
