import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { resize, untilFilled } from '../support/looks.ts';
import { stack } from '../support/stack.ts';
import { testStage } from '../support/stage.ts';
import { expectPictures } from './expect-pictures.ts';
import { FRIEND, OWN } from './life/people.ts';
import { signIn } from './sign-in.ts';

const stage = await testStage();
let page: Page;
beforeAll(async () => {
  page = await stage.openPage();
  await signIn(page);
});

const at = (path: string) => async (): Promise<Page> => {
  await page.goto(stack.url + path);
  await untilFilled(page);
  // On a slow machine a session may end before the pictures do, and every page would be that of signing in.
  const pathOf = (address: string) => decodeURIComponent(new URL(address).pathname);
  expect(pathOf(page.url())).toBe(pathOf(stack.url + path));
  return page;
};

/** Opened where there is no room beside the list: where there is, the first call is open from the beginning. */
async function openCall(): Promise<Page> {
  await resize(page, { width: 360, height: 800 });
  await at('/calls?view=all')();
  await page.getByTestId('call-list').getByRole('button').first().click();
  await page.getByTestId('call-detail').waitFor();
  await untilFilled(page);
  return page;
}

/** From right to left. */
async function openArabic(): Promise<Page> {
  const arabic = await stage.openPage();
  await signIn(arabic);
  await arabic.addInitScript(() => localStorage.setItem('farline.language', 'ar'));
  await arabic.goto(`${stack.url}/calls?view=people`);
  await arabic.locator('html[dir="rtl"]').waitFor({ state: 'attached' });
  await untilFilled(arabic);
  return arabic;
}

expectPictures([
  { name: 'dashboard', open: at('/dashboard') },
  { name: 'people', open: at('/calls?view=people') },
  { name: 'people-ar', open: openArabic },
  { name: 'calls', open: openCall },
  { name: 'contacts', open: at('/contacts') },
  { name: 'messages', open: at('/messages') },
  { name: 'thread', open: at(`/messages/${FRIEND}`) },
  { name: 'voicemail', open: at('/messages/voicemail') },
  { name: 'numbers', open: at('/numbers') },
  { name: 'number-rule', open: at(`/numbers/${encodeURIComponent(OWN)}/rule`) },
  { name: 'billing', open: at('/billing') },
  { name: 'plan', open: at('/billing/plan') },
  { name: 'payments', open: at('/billing/payments') },
  { name: 'analytics', open: at('/analytics') },
  { name: 'security', open: at('/settings/security') },
]);
