import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectWhole, untilFilled } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();
let page: Page;
beforeAll(async () => {
  page = await stage.openTab();
  await enter(page, `${stack.url}/dashboard`);
});

test.each([
  '/messages',
  '/contacts',
  '/calls',
  '/calls?view=all',
  '/billing',
  '/billing/plan',
  '/billing/payments',
  '/analytics',
  '/status',
  '/help',
  '/pricing/gb',
  '/privacy',
])("a person's page %s is whole on each width, in both colours", async (path) => {
  await page.goto(stack.url + path);
  await untilFilled(page);
  await expectWhole(page, path.slice(1).replace('/', '-'));
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
