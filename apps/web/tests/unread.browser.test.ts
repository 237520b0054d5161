import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

// What could not be read is never told as none, as nothing or as $0.00, and no grey bar stands for it for ever.

const UNREAD = /\/api\/v1\/(overview|contacts\/names|billing\/usage|calls\/(stats|history)|rates\/countries|limits)/;

const stage = await testStage();
let page: Page;
beforeAll(async () => {
  page = await stage.openPage();
  await page.route(UNREAD, async (route) => await route.fulfill({ status: 500, body: '' }));
  await enter(page, `${stack.url}/dashboard`);
});

test('of contacts that could not be read the phone does not say that nobody is called that', async () => {
  await phoneOn(page).type('grace');
  await page.getByTestId('phone').getByText('Your contacts couldn’t be loaded.').waitFor();
  expect(await page.getByText('Nothing found').count()).toBe(0);
  await keepPicture(page, 'unread-contacts');
});

test('a search through what could not be read says so, and not that nothing was found', async () => {
  await page.keyboard.press('Control+k');
  const search = page.getByTestId('search');
  await search.getByRole('combobox').fill('zzzz');
  await search.getByText('Not everything could be loaded').waitFor();
  expect(await search.getByText('Nothing found').count()).toBe(0);
  await keepPicture(page, 'unread-search');
  await page.keyboard.press('Escape');
});

test('figures that could not be read are dashes: in the bar, on the dashboard and in billing', async () => {
  await page.getByText('Not known right now').first().waitFor();
  const dashes = page.getByRole('main').locator('dd').getByText('–', { exact: true });
  await expect.poll(async () => await dashes.count()).toBe(4);
  const bar = page.getByRole('link', { name: 'Balance: Not known right now' });
  expect(await bar.textContent()).toBe('–');
  await page.goto(`${stack.url}/billing`);
  const card = page.getByRole('region', { name: 'Balance' });
  await card.getByText('–', { exact: true }).waitFor();
  const today = page.getByRole('region', { name: 'Spending limit for today' });
  await today.getByText('–', { exact: true }).waitFor();
  await today.getByText('Your limits couldn’t be loaded').waitFor();
  await keepPicture(page, 'unread-billing');
});

test('of no answered call there is no average', async () => {
  const newcomer = await stage.openPage();
  await enter(newcomer, `${stack.url}/dashboard`);
  await newcomer.getByText('No answered calls yet this month').waitFor();
  expect(await newcomer.getByTestId('figure-average').textContent()).toBe('–');
  await newcomer.context().close();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
