import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { isTooWide, resize } from './support/looks.ts';
import { enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();
const NUMBER = '+447700900123';
const OTHER = '+33639980123';

const rail = (page: Page) => page.getByTestId('phone-rail');

async function atDesk(path: string): Promise<Page> {
  const page = await stage.openTab();
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, stack.url + path);
  await rail(page).waitFor();
  return page;
}

async function addContact(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Add a contact' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Number', { exact: true }).fill(NUMBER);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Calls with the rail beside the page, the phone put away meanwhile, and hangs up there. */
async function callBesideRail(page: Page, number: string): Promise<void> {
  const phone = phoneOn(page);
  await phone.open();
  await phone.type(number);
  await phone.call();
  await phone.reaches('in-call');
  await phone.root.getByRole('button', { name: 'Close the phone' }).click();
  const [bar, railBox] = [await page.getByTestId('call-bar').boundingBox(), await rail(page).boundingBox()];
  expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBeLessThanOrEqual(railBox?.x ?? 0);
  const inRail = rail(page).getByTestId('rail-call');
  await expect.poll(async () => await inRail.textContent()).toMatch(/\d:\d\d$/);
  await inRail.click();
  await phone.root.waitFor();
  await phone.root.getByRole('button', { name: 'Close the phone' }).click();
  await page.getByTestId('bar-hang-up').click();
  await inRail.waitFor({ state: 'detached' });
  await page.getByTestId('ended-bar').getByRole('button', { name: 'Dismiss' }).click();
}

test('beside the page stand the phone and the last people, each one press away, where the phone itself has no room', async () => {
  const page = await atDesk('/contacts');
  expect(await rail(page).getByRole('button').count()).toBe(1);
  await addContact(page, 'Grace Hopper');
  await callBesideRail(page, NUMBER);
  await callBesideRail(page, OTHER);

  const faces = rail(page).getByRole('list').getByRole('button');
  await expect
    .poll(async () => await faces.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))))
    .toEqual(['+33 6 39 98 01 23', 'Grace Hopper +44 7700 900123']);
  expect(await findWrongs(page)).toEqual([]);
  await keepPicture(page, 'phone-rail-1280');

  await faces.last().click();
  const phone = phoneOn(page);
  await expect.poll(async () => await phone.field.inputValue()).toBe('+44 7700 900123');
  await keepPicture(page, 'phone-rail-open-1280');
  expect(await findWrongs(page)).toEqual([]);
  const open = await phone.root.boundingBox();
  expect((open?.x ?? 0) + (open?.width ?? 0)).toBeLessThanOrEqual((await rail(page).boundingBox())?.x ?? 0);
  await rail(page).getByRole('button', { name: 'Close the phone' }).click();
  await phone.root.waitFor({ state: 'detached' });

  // A digit draws it out, too.
  await page.getByRole('main').getByRole('heading').first().click();
  await page.keyboard.press('7');
  await phone.root.waitFor();
});

test('the rail stands from 1024 pixels on until there is room for the phone, and below it the phone is in the bar above', async () => {
  const page = await atDesk('/calls');
  for (const width of [1024, 1599]) {
    await page.setViewportSize({ width, height: 800 });
    await rail(page).waitFor();
    expect(await isTooWide(page)).toBe(false);
  }
  await page.setViewportSize({ width: 1600, height: 800 });
  await rail(page).waitFor({ state: 'detached' });
  await phoneOn(page).root.waitFor();
  await page.setViewportSize({ width: 1023, height: 800 });
  await page.getByRole('banner').getByTestId('open-phone').waitFor();
  expect(await rail(page).count()).toBe(0);
});

test('drawn out over the page, the phone goes back to its rail when somebody goes on with the page, or presses Esc', async () => {
  const page = await atDesk('/calls');
  const phone = phoneOn(page);
  const goOn = [
    async () => await page.getByRole('main').getByRole('heading').first().click(),
    async () => await page.getByRole('banner').click({ position: { x: 400, y: 10 } }),
    async () => await page.keyboard.press('Escape'),
  ];
  for (const leave of goOn) {
    await phone.open();
    // What is pressed within it leaves it there.
    await phone.root.getByRole('heading', { name: 'Phone' }).click();
    await phone.field.fill(NUMBER);
    await leave();
    await phone.root.waitFor({ state: 'detached' });
  }
  await phone.open();
  expect(await phone.field.inputValue()).toBe(NUMBER);
  // A call that runs goes on in its bar, where one press mutes and one ends it.
  await phone.call();
  await phone.reaches('in-call');
  await page.getByRole('main').getByRole('heading').first().click();
  await phone.root.waitFor({ state: 'detached' });
  await page.getByTestId('bar-mute').click();
  expect(await page.getByTestId('bar-mute').getAttribute('aria-label')).toBe('Unmute');
  await page.getByTestId('bar-hang-up').click();
  await page.getByTestId('ended-bar').waitFor();
});

test('the phone stays beside the page where it is pinned, also after a reload, until it is let go', async () => {
  const page = await atDesk('/calls');
  const phone = phoneOn(page);
  const pin = page.getByTestId('pin-phone');
  await phone.open();
  await pin.click();
  await rail(page).waitFor({ state: 'detached' });
  for (const path of ['/calls', '/billing', '/settings', '/contacts']) {
    await page.goto(stack.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('main').getByRole('heading').first().click();
    for (const width of [1024, 1280, 1599]) {
      await resize(page, { width, height: 800 });
      await phone.root.waitFor();
      expect(await isTooWide(page), `${path} at ${width} px`).toBe(false);
      const [main, beside] = [await page.getByRole('main').boundingBox(), await phone.root.boundingBox()];
      expect((main?.x ?? 0) + (main?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
    }
  }
  await resize(page, { width: 1280, height: 800 });
  expect(await findWrongs(page)).toEqual([]);
  await keepPicture(page, 'phone-pinned-1280');
  await resize(page, { width: 1600, height: 800 });
  expect(await pin.count()).toBe(0);
  await resize(page, { width: 1280, height: 800 });
  await pin.click();
  await rail(page).waitFor();
  await page.getByRole('main').getByRole('heading').first().click();
  await phone.root.waitFor({ state: 'detached' });
  await page.reload();
  await rail(page).waitFor();
});
