import { expect, test } from 'vitest';
import { expectWhole, untilFilled } from './support/looks.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();

test('open pages are whole on each width, in both colours', async () => {
  const page = await stage.openTab();
  for (const [path, name, heading] of [
    ['/', 'landing', 'Know the price first'],
    ['/pricing?q=united', 'pricing', 'What a minute costs'],
    ['/login', 'login', 'Sign in'],
    ['/register', 'register', 'Create your account'],
    ['/forgot-password', 'forgot-password', 'Reset your password'],
    ['/terms', 'terms', 'Terms'],
    ['/nowhere', 'not-found', 'Page Not Found'],
  ] as const) {
    await page.goto(stack.url + path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    if (path === '/') await page.getByLabel('Country to call').waitFor();
    if (name === 'pricing') await page.getByRole('table').waitFor();
    await expectWhole(page, name);
  }
});

test.each([
  ['reset-password', ''],
  ['reset-password-token', '?token=of-the-mailed-link'],
])('a new password is asked for on a page that is whole: %s', async (name, query) => {
  const page = await stage.openTab();
  await page.goto(`${stack.url}/reset-password${query}`);
  await untilFilled(page);
  await expectWhole(page, name);
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
