import { appSetup } from '@farline/contracts/factors';
import { mailedProofs } from '@farline/tools/mailed-proofs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { authenticatorApp } from './support/authenticator.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();

/** What another device of theirs does: it has the same account, and a page of its own that knows nothing of this one. */
async function elsewhere(page: Page, method: 'GET' | 'PATCH' | 'POST', path: string, body?: object): Promise<unknown> {
  const token = await page.evaluate(() => localStorage.getItem('farline.token'));
  const reply = await fetch(`${stack.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(reply.ok).toBe(true);
  return await reply.json();
}

/** Waits until the page hears what happens elsewhere. Asked before the page is opened. */
const whenLive = async (page: Page): Promise<void> => {
  const socket = await page.waitForEvent('websocket', (one) => new URL(one.url()).pathname === '/ws');
  await socket.waitForEvent('framereceived');
};

test('what another device has changed stays when something else is saved here', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/settings`);
  await page.getByLabel('First name').fill('Augusta');
  await elsewhere(page, 'PATCH', '/auth/profile', { lastName: 'Byron' });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('banner').getByText('Augusta Byron').waitFor();
  expect(await page.getByLabel('Last name').inputValue()).toBe('Byron');

  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.getByRole('checkbox', { name: 'My balance is low' }).uncheck();
  await elsewhere(page, 'PATCH', '/settings/notices', { lowBalanceMark: '7.50', mail: { plan: false } });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Your choice is saved.').waitFor();
  expect(await page.getByLabel('Warn me below (USD)').inputValue()).toBe('7.50');
  expect(await elsewhere(page, 'GET', '/settings/notices')).toMatchObject({
    settings: { lowBalanceMark: { amount: '7.5000' }, mail: { plan: false, lowBalance: false } },
  });
});

test('an address that is confirmed on another device stands in the form, and what is typed there stays', async () => {
  const page = await stage.openTab();
  const isLive = whenLive(page);
  const person = await enter(page, `${stack.url}/settings`);
  await isLive;
  const email = `new-${person.email}`;
  await elsewhere(page, 'PATCH', '/auth/profile', { email, currentPassword: person.password });
  await page.getByTestId('confirm-email').waitFor();
  await page.getByLabel('First name').fill('Augusta');
  const { code } = await mailedProofs(stack.databaseUrl, email);
  await elsewhere(page, 'POST', '/auth/confirm-email', { code });
  await expect.poll(async () => await page.getByLabel('Email').inputValue()).toBe(email);
  expect(await page.getByLabel('First name').inputValue()).toBe('Augusta');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('banner').getByText('Augusta Lovelace').waitFor();
});

test('the time zone, the name and a second factor of another device are told here, and what is typed stays', async () => {
  const page = await stage.openTab();
  const isLive = whenLive(page);
  const { password } = await enter(page, `${stack.url}/settings/security`);
  await isLive;
  const told = page.locator('main time[title]').first();
  const before = (await told.getAttribute('title')) ?? '';
  await page.getByLabel('New password', { exact: true }).fill('half of a new');
  await elsewhere(page, 'PATCH', '/auth/profile', { timeZone: 'Asia/Kathmandu', firstName: 'Augusta' });
  await page.getByRole('banner').getByText('Augusta Lovelace').waitFor();
  await expect.poll(async () => await told.getAttribute('title')).toContain('GMT+5:45');
  expect(before).not.toContain('GMT+5:45');

  await elsewhere(page, 'POST', '/auth/proof', { proof: { by: 'password', password } });
  const { setup, uri } = appSetup.parse(await elsewhere(page, 'POST', '/settings/factors/app-setup'));
  const app = { name: 'Tablet', setup, code: authenticatorApp(uri).nextCode() };
  await elsewhere(page, 'POST', '/settings/factors/apps', app);
  await page.locator('[data-factor="app"]').getByText('Tablet').waitFor();
  expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('half of a new');
});

test('what is typed while a change made here comes back as news stays, and is still to be saved', async () => {
  const page = await stage.openTab();
  const isLive = whenLive(page);
  await enter(page, `${stack.url}/settings`);
  await isLive;
  await page.getByLabel('First name').fill('Augusta');
  const isToldBack = page.waitForResponse(
    (response) => response.url().endsWith('/auth/profile') && response.request().method() === 'GET',
  );
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByLabel('Last name').fill('Byron');
  await isToldBack;
  await page.getByRole('banner').getByText('Augusta Lovelace').waitFor();
  expect(await page.getByLabel('Last name').inputValue()).toBe('Byron');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('banner').getByText('Augusta Byron').waitFor();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
