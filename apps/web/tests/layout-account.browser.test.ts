import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DIALOGS } from './support/dialogs.ts';
import { enterLongLife } from './support/long-life.ts';
import { MILLIONS } from './support/millions.ts';
import { untilFilled } from './support/looks.ts';
import { walkLayout } from './support/layout-walk.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';
import { OWN_PAGES, walkPageOf } from './support/walked-pages.ts';
import { standInForAnswers } from './support/stand-in-answers.ts';

/** No page of somebody with long names and many words cuts, covers or breaks one, at any width and in any language. */

const stage = await testStage();
const NARROW = { width: 320, height: 740 };
let page: Page;

beforeAll(async () => {
  page = await stage.openTab();
  await page.setViewportSize(NARROW);
  await enterLongLife(page);
});

test.each(OWN_PAGES)("a person's page %s is laid out well", async (path) => {
  await page.goto(stack.url + path);
  await untilFilled(page);
  expect(await walkLayout(page, path)).toEqual({});
});

test.each(['/dashboard', '/billing', '/analytics', '/analytics?figure=spend'])(
  'sums of millions are laid out well: %s',
  async (path) => {
    await standInForAnswers(page, MILLIONS);
    await page.goto(stack.url + path);
    await untilFilled(page);
    await page.getByText('1,234,567.89').first().waitFor();
    const found = await walkLayout(page, `${path} with millions`);
    await page.unrouteAll();
    expect(found).toEqual({});
  },
);

test('the rule of a number and its menu are laid out well', async () => {
  await page.goto(`${stack.url}/numbers`);
  await page.getByRole('link', { name: /^What happens when it’s called/ }).click();
  await page.getByTestId('rule-menu').waitFor();
  await page.getByTestId('rule-test').getByRole('button', { name: 'Try' }).click();
  await page.getByTestId('rule-tested').waitFor();
  await untilFilled(page);
  expect(await walkPageOf(page, '/numbers/:number/rule', 'rule')).toEqual({});
});

test.each(DIALOGS)('what lies over a page is laid out well: %s', async (name, path, open) => {
  await page.goto(stack.url + path);
  await untilFilled(page);
  await open(page);
  await page.getByRole('dialog').waitFor();
  expect(await walkLayout(page, name)).toEqual({});
});

test('the phone is laid out well, with a number in it, in a call, after it, and in the list of calls', async () => {
  await page.goto(`${stack.url}/dashboard`);
  const phone = phoneOn(page);
  await phone.open();
  await phone.type('+447700900123');
  await phone.readQuote();
  expect(await walkLayout(page, 'phone')).toEqual({});
  await phone.call();
  await phone.reaches('in-call');
  const inCall = await walkLayout(page, 'phone in a call');
  await phone.hangUp();
  await phone.readEnd();
  expect({ ...inCall, ...(await walkLayout(page, 'phone after a call')) }).toEqual({});
  await page.goto(`${stack.url}/calls?view=all`);
  await page.getByTestId('call-list').getByRole('button').first().click();
  await page.getByTestId('call-detail').waitFor();
  await untilFilled(page);
  expect(await walkLayout(page, 'call')).toEqual({});
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
