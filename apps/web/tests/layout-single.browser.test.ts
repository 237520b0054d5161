import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { enterLongLife } from './support/long-life.ts';
import { untilFilled } from './support/looks.ts';
import { walkLayout } from './support/layout-walk.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';
import { walkPageOf } from './support/walked-pages.ts';
import { leaveVoicemails } from './support/voicemails.ts';

/** Nor does the page of one thing: a voicemail, a call, its receipt, a broadcast. */

const stage = await testStage();
const SAID =
  'Hello, this is Maximiliane-Théodora. The Donaudampfschifffahrtsgesellschaft has called about the 17 pallets again: please call back before noon.';
let page: Page;
let voicemailId: string;

beforeAll(async () => {
  page = await stage.openTab();
  await page.setViewportSize({ width: 320, height: 740 });
  const person = await enterLongLife(page);
  const left = await leaveVoicemails(person, [
    { caller: null, words: null, isHeard: true },
    { caller: '+4930901820', words: SAID, isHeard: false },
    { caller: '+447700900123', words: SAID, isHeard: false },
  ]);
  voicemailId = left.at(-1) ?? '';
});

test('voicemails are laid out well, as a list and one by itself', async () => {
  await page.goto(`${stack.url}/messages/voicemail`);
  await untilFilled(page);
  expect(await walkLayout(page, 'voicemails')).toEqual({});
  await page.goto(`${stack.url}/messages/voicemail/${voicemailId}`);
  await untilFilled(page);
  await page.getByText('please call back before noon').first().waitFor();
  expect(await walkPageOf(page, '/messages/voicemail/:voicemail', 'voicemail')).toEqual({});
});

test('a broadcast is laid out well', async () => {
  await page.goto(`${stack.url}/messages/broadcasts`);
  await page.getByRole('link', { name: /^The summer holidays of our customers/ }).click();
  await page.waitForURL(/\/messages\/broadcasts\/[\da-f-]{36}$/);
  await untilFilled(page);
  expect(await walkPageOf(page, '/messages/broadcasts/:id?', 'broadcast')).toEqual({});
});

test('the page of a call is laid out well, with all of it open, and so is its receipt', async () => {
  await page.goto(`${stack.url}/dashboard`);
  const phone = phoneOn(page);
  await phone.open();
  await phone.type('+447700900123');
  await phone.readQuote();
  await phone.call();
  await phone.reaches('in-call');
  await phone.hangUp();
  await phone.readEnd();
  await page.goto(`${stack.url}/calls/${await latestCall(page)}`);
  await untilFilled(page);
  await page.getByTestId('technical-details').locator('summary').click();
  expect(await walkPageOf(page, '/calls/:id', "a call's page")).toEqual({});
  await page.getByRole('button', { name: 'Verifiable receipt' }).click();
  await page.waitForURL('**/receipts/*');
  await page.locator('[data-testid="receipt"][data-outcome="right"]').waitFor();
  expect(await walkPageOf(page, '/receipts/:id', 'receipt')).toEqual({});
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});

async function latestCall(on: Page): Promise<string> {
  return await on.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('farline.token') ?? ''}`;
    const reply = await fetch('/api/v1/calls?limit=1', { headers: { authorization } });
    const { items } = (await reply.json()) as { items: { id: string }[] };
    return items[0]?.id ?? '';
  });
}
