import type { Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { untilFilled } from '../support/looks.ts';
import { stack } from '../support/stack.ts';
import { testStage } from '../support/stage.ts';
import { expectPictures } from './expect-pictures.ts';
import { NOW } from './life/people.ts';
import { STATUS } from './life/status.ts';

const stage = await testStage();
let page: Page;
beforeAll(async () => {
  page = await stage.openPage();
  await page.clock.setFixedTime(NOW);
});

const at =
  (path: string, until: () => Promise<void> = async () => await untilFilled(page)) =>
  async (): Promise<Page> => {
    await page.goto(stack.url + path);
    await until();
    return page;
  };

/** How it stands, as the test says: what the server measured is never the same twice. */
async function openStatus(): Promise<Page> {
  await page.route('**/status', async (route) => {
    if (route.request().resourceType() === 'document') return await route.fallback();
    await route.fulfill({ json: STATUS });
  });
  return await at('/status')();
}

expectPictures([
  // The mark on the line between two telephones there travels for ever.
  { name: 'landing', open: at('/', async () => await page.getByLabel('Country to call').waitFor()) },
  { name: 'pricing', open: at('/pricing?q=united', async () => await page.getByRole('table').waitFor()) },
  { name: 'pricing-country', open: at('/pricing/gb') },
  { name: 'login', open: at('/login') },
  { name: 'register', open: at('/register') },
  { name: 'status', open: openStatus },
  { name: 'help', open: at('/help') },
]);
