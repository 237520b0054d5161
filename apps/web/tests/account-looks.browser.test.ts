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

test('lists on their way are no wider than their column', async () => {
  const begun = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [path, asked] of [
    ['/billing', '**/api/v1/billing/history*'],
    ['/calls?view=all', '**/api/v1/calls/history*'],
  ] as const) {
    await page.route(asked, () => {}); // No answer comes.
    await page.goto(stack.url + path);
    await page.locator('main [aria-hidden].bg-press').nth(8).waitFor();
    const ends = await page
      .locator('main section')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().right));
    expect(Math.max(...ends), path).toBeLessThanOrEqual(340);
    await page.unroute(asked);
  }
  if (begun !== null) await page.setViewportSize(begun);
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
