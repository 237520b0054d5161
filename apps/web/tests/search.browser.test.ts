import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { walkLayout } from './support/layout-walk.ts';
import { expectWhole } from './support/looks.ts';
import { enter } from './support/people.ts';
import { phoneOn, pressEscape } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();
const NUMBER = '+447700901127';

const search = (page: Page) => page.getByTestId('search');
const current = (page: Page) => search(page).getByRole('option', { selected: true });

/** The page is there: it takes the focus. */
async function arrives(page: Page, url: string): Promise<void> {
  await page.waitForURL(url);
  await page.waitForFunction(
    () => document.activeElement?.id === 'main' || document.activeElement?.tagName === 'TEXTAREA',
  );
}

/** Opens the search, types, and waits until this is what Enter means. */
async function find(page: Page, typed: string, meant: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await search(page).waitFor();
  await page.keyboard.type(typed);
  await current(page).filter({ hasText: meant }).waitFor();
}

/** Somebody with NUMBER, on the page of contacts. */
async function addContact(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Add a contact' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Number', { exact: true }).fill(NUMBER);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByTestId('contact-list').getByText(name, { exact: true }).waitFor();
}

test('one box finds people, numbers, past calls, countries, pages and what can be done', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/contacts`);
  await addContact(page, 'Grace Hopper');

  // A dialog that closes gives the focus back.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByTestId('bell').focus();
  await page.keyboard.press('/');
  await search(page).waitFor();
  expect(await findWrongs(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await search(page).waitFor({ state: 'detached' });
  await expect
    .poll(async () => await page.getByTestId('bell').evaluate((it) => it === document.activeElement))
    .toBe(true);

  // A country with its prices, by a name that it does not have.
  await find(page, 'holland', 'Netherlands');
  await current(page).getByText('/min mobile', { exact: false }).waitFor();
  await page.keyboard.press('Enter');
  await arrives(page, '**/pricing/nl');

  await find(page, 'sound', 'Settings: Sound');
  await page.keyboard.press('Enter');
  await arrives(page, '**/settings/sound');
  await find(page, 'dark', 'Theme: Dark');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await find(page, 'add $12.50', 'Add $12.50');
  await page.keyboard.press('Enter');
  await page.getByTestId('add-funds').waitFor();
  expect(await page.getByTestId('add-funds').locator('input[inputmode="decimal"]').inputValue()).toBe('12.50');
  // Nothing opens over another dialog.
  await page.keyboard.press('Control+k');
  expect(await search(page).count()).toBe(0);
  await page.keyboard.press('Escape');

  await find(page, 'grace', 'Grace Hopper');
  await expect.poll(async () => await page.getByTestId('search-facts').textContent()).toContain('/min');
  await page.keyboard.press('Control+Enter');
  await arrives(page, `**/messages/${NUMBER}`);

  await callFromSearch(page);
  expect(await walkOpen(page)).toEqual({});
  expect(stage.complaints).toEqual([]);
}, 180_000);

/** Enter calls; during the call it has the call's own commands first. */
async function callFromSearch(page: Page): Promise<void> {
  await find(page, '07700 901 127', 'Grace Hopper');
  const phone = phoneOn(page);
  await page.keyboard.press('Enter');
  await phone.reaches('in-call');
  await page.keyboard.press('Control+k');
  // Nothing is meant yet: Enter alone calls nobody.
  await search(page).getByRole('option', { name: 'Grace Hopper' }).waitFor();
  await page.keyboard.press('Enter');
  expect(await current(page).count()).toBe(0);
  expect(
    await search(page).getByRole('group', { name: 'Commands' }).getByRole('option').first().textContent(),
  ).toContain('Mute');
  await page.keyboard.type('hang up');
  await current(page).filter({ hasText: 'Hang up' }).waitFor();
  await page.keyboard.press('Enter');
  await phone.reaches('ended');
  await pressEscape(page, 1);
  await phone.reaches('idle');
}

async function walkOpen(page: Page) {
  await page.keyboard.press('Control+k');
  await search(page).waitFor();
  const found = await walkLayout(page, 'the search');
  await expectWhole(page, 'search');
  await page.keyboard.press('Escape');
  return found;
}

test('what is typed before the search has come is kept for its field, and neither dialled nor called', async () => {
  const page = await stage.openPage({ fetchesAhead: true, serviceWorkers: 'block' });
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/search-dialog-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.setViewportSize({ width: 1600, height: 900 });
  await enter(page, `${stack.url}/dashboard`);
  await page.getByTestId('number-field').click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('/+44770090119');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.keyboard.type('27');
  expect(await page.getByTestId('number-field').inputValue()).toBe('');
  held.resolve();
  await search(page).waitFor();
  expect(await search(page).getByRole('combobox').inputValue()).toBe(`/${NUMBER}`);
  expect(await page.getByRole('button', { name: /^Hang up/ }).count()).toBe(0);

  await page.keyboard.press('Escape');
  await search(page).waitFor({ state: 'detached' });
  await page.context().close();
});

test('what is typed before the contacts have come means one of them, and Enter does no command instead', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/contacts`);
  await addContact(page, 'Settimio');
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/(overview|contacts\/names)/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await search(page).waitFor();
  await page.keyboard.type('sett');
  await page.keyboard.press('Enter');
  expect(await search(page).getByRole('option').count()).toBe(0);
  held.resolve();
  await current(page).filter({ hasText: 'Settimio' }).waitFor();
  await search(page).getByRole('option', { name: 'Settings: Sound' }).waitFor();
  await page.keyboard.press('Escape');
});

test('a question mark lists the keys, and they do what it says; none does where somebody types', async () => {
  const page = await stage.openTab();
  const keys = page.getByTestId('key-list');
  await enter(page, `${stack.url}/dashboard`);
  await page.getByTestId('bell').focus();
  await page.keyboard.press('?');
  await keys.waitFor();
  await keys.getByText('G then B', { exact: true }).waitFor();
  expect(await findWrongs(page)).toEqual([]);
  expect(await walkLayout(page, 'the list of keys')).toEqual({});
  await expectWhole(page, 'key-list');
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });

  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await arrives(page, '**/billing');
  const phone = phoneOn(page);
  for (const key of ['?', '/', 'g']) await phone.field.press(key);
  expect(await keys.count()).toBe(0);
  expect(await search(page).count()).toBe(0);

  // The second of the two keys does nothing to a call: M alone would mute it.
  await phone.field.fill(NUMBER);
  await phone.readQuote();
  await page.keyboard.press('Enter');
  await phone.reaches('in-call');
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await arrives(page, '**/messages');
  expect(await page.getByRole('button', { name: 'Mute', exact: true }).first().isVisible()).toBe(true);
  await pressEscape(page, 2);
  await phone.reaches('ended');
}, 180_000);

test('on a telephone the search is in the menu, and a finger calls with it', async () => {
  const page = await stage.openTab();
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, `${stack.url}/dashboard`);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await search(page).waitFor();
  await page.keyboard.type('+447700901128');
  await search(page).getByRole('option').first().click();
  const phone = phoneOn(page);
  await phone.reaches('in-call');
  await pressEscape(page, 2);
  await phone.reaches('ended');
}, 120_000);

test('the phone’s own field is the same box: a country gives its calling code, with its prices, and a command is done', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/contacts`);
  const phone = phoneOn(page);
  const found = page.getByTestId('people-found');
  await phone.type('nigeria');
  const country = found.getByRole('option', { name: /Nigeria.*\+234.*\/min/s });
  await country.waitFor();
  expect(await phone.field.getAttribute('aria-activedescendant')).toBe(await country.getAttribute('id'));
  expect(await findWrongs(page)).toEqual([]);
  await keepPicture(page, 'phone-finds-country');
  await phone.field.press('Enter');
  expect(await phone.field.inputValue()).toBe('+234');

  // Arrows move within the list, while the focus stays in the field.
  await phone.type('theme');
  await found.getByRole('option').nth(1).waitFor();
  await phone.field.press('ArrowDown');
  expect(await found.getByRole('option', { selected: true }).textContent()).toBe('Theme: Dark');
  await phone.field.press('Enter');
  await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
  expect(await phone.field.inputValue()).toBe('');

  await phone.type('add $25');
  await found.getByRole('option', { name: 'Add $25.00' }).waitFor();
  await phone.field.press('Enter');
  await page.getByTestId('add-funds').waitFor();
  await page.keyboard.press('Escape');
  await phone.type('zzzz');
  await phone.root.getByText('Nothing found.').waitFor();
  // A number is none of it: it has its price.
  await phone.type('+447700900123');
  await phone.readQuote();
  expect(await found.count()).toBe(0);
}, 60_000);

test('who signs out by the phone’s field is signed out', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/contacts`);
  const phone = phoneOn(page);
  await phone.type('sign out');
  await page.getByTestId('people-found').getByRole('option', { name: 'Sign out', selected: true }).waitFor();
  await phone.field.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  await page.goto(`${stack.url}/dashboard`);
  await page.waitForURL('**/login**');
});

test('who was called is found again by a part of the number, by the phone and for a message, and nobody by nothing', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages`);
  const phone = phoneOn(page);
  await phone.type('+447700900128');
  await phone.call();
  await phone.reaches('in-call');
  await phone.hangUp();
  await phone.readEnd();
  await page.getByRole('button', { name: 'Another number' }).click();

  await phone.type('900128');
  const line = page.getByTestId('people-found').getByRole('option');
  await expect.poll(async () => await line.allTextContents()).toEqual(['+44 7700 900128']);
  await phone.field.press('Enter');
  await phone.readQuote();
  expect(await phone.field.inputValue()).toBe('+44 7700 900128');

  await page.getByRole('button', { name: 'New message' }).first().click();
  const whom = page.getByTestId('new-message');
  await whom.getByRole('button', { name: '+44 7700 900128' }).waitFor();
  await page.keyboard.press('Enter');
  await whom.getByText('Enter a whole number', { exact: false }).waitFor();
  await whom.getByRole('textbox', { name: 'To' }).fill('00128');
  await whom.getByRole('button', { name: '+44 7700 900128' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/messages/+447700900128');
  expect(stage.complaints).toEqual([]);
}, 90_000);
