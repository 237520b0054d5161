import { expect, test } from 'vitest';
import { layoutBreaches } from './support/layout.ts';
import { untilFilled } from './support/looks.ts';
import { type Breaches, walkLayout } from './support/layout-walk.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';
import { OPEN_PAGES } from './support/walked-pages.ts';

/** No open page cuts, covers or breaks a word, at any width and in any language. */

const stage = await testStage();

test.each(OPEN_PAGES)('the open page %s is laid out well', async (path) => {
  const page = await stage.openTab();
  await page.goto(stack.url + path);
  // Its picture of a call never rests.
  await (path === '/' ? page.getByLabel('Country to call').waitFor() : untilFilled(page));
  expect(await walkLayout(page, path)).toEqual({});
});

test('the landing page is laid out well with its picture of a call and its plans there and every answer open', async () => {
  const page = await stage.openTab();
  await page.goto(stack.url);
  await page.getByTestId('call-picture').waitFor();
  await page.getByTestId('questions').scrollIntoViewIfNeeded();
  await page.getByTestId('plan-pro').waitFor();
  await page.locator('details').evaluateAll((all) => {
    for (const one of all) (one as HTMLDetailsElement).open = true;
  });
  expect(await walkLayout(page, '/ further down')).toEqual({});
});

test('forms that say what is wrong are laid out well', async () => {
  const page = await stage.openTab();
  const found: Breaches = {};
  for (const path of ['/login', '/register', '/forgot-password']) {
    await page.goto(stack.url + path);
    await untilFilled(page);
    await page.getByRole('main').locator('button[type="submit"]').click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
    Object.assign(found, await walkLayout(page, `${path} with errors`));
  }
  expect(found).toEqual({});
});

test.each(['/', '/pricing', '/login'])(
  'the first view of %s is laid out well while it waits for its script',
  async (path) => {
    const page = await stage.openPage({ javaScriptEnabled: false, viewport: { width: 320, height: 740 } });
    await page.goto(stack.url + path);
    await page.locator('[data-waits]').first().waitFor({ state: 'attached' });
    expect(await layoutBreaches(page)).toEqual([]);
    await page.context().close();
  },
);

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
