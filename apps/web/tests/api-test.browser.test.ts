import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const NOON = new Date('2026-03-10T12:00:00').getTime();
const stage = await testStage();

test('Run All Tests runs three checks one after another with 500 ms between, and shows what came back', async () => {
  const page = await stage.openPage();
  await page.clock.install({ time: NOON });
  await page.goto(`${stack.url}/api-test`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.clock.pauseAt(NOON + 60_000);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const passed = async (id: string) => await page.locator(`[data-check="${id}"][data-state="passed"]`).waitFor();
  expect(await page.locator('[data-state="waiting"]').count()).toBe(3);

  await page.getByRole('button', { name: 'Run All Tests' }).click();
  for (const id of ['root', 'auth']) {
    await passed(id);
    const askedBefore = asked.length;
    await page.clock.runFor(499);
    expect(asked).toHaveLength(askedBefore);
    await page.clock.runFor(1);
  }
  await passed('profile');

  expect(asked).toEqual(['/health', '/api/v1/auth/health', '/api/v1/auth/profile']);
  expect(await page.getByTestId('api-test-verdict').textContent()).toBe('All three tests passed.');
  expect(await page.locator('[data-state="passed"]').count()).toBe(3);
  expect(await page.getByTestId('duration').allTextContents()).toEqual(Array(3).fill(expect.stringMatching(/\d+ ms/)));
  expect(await page.locator('[data-check="root"] pre').textContent()).toContain('"status": "ok"');
  expect(await page.locator('[data-check="profile"]').textContent()).toContain('HTTP 401');
  await keepPicture(page, 'api-test-passed');
});

test('a failing service is shown as failed, with its own words', async () => {
  const page = await stage.openTab();
  await page.route('**/api/v1/auth/health', async (route) => {
    await route.fulfill({ status: 503, json: { status: 'degraded', service: 'auth' } });
  });
  await page.route('**/health', async (route) => {
    if (new URL(route.request().url()).pathname === '/health') await route.abort();
    else await route.fallback();
  });
  await page.goto(`${stack.url}/api-test`);

  await page.getByRole('button', { name: 'Run All Tests' }).click();
  await page.getByText('2 of three tests failed.').waitFor();

  expect(await page.locator('[data-check="root"]').textContent()).toContain('No connection.');
  expect(await page.locator('[data-check="auth"] pre').textContent()).toContain('degraded');
  expect(await page.locator('[data-check="profile"]').getAttribute('data-state')).toBe('passed');
});

test('without any answer it says that all three have failed', async () => {
  const page = await stage.openTab();
  for (const address of ['**/health', '**/api/v1/auth/profile']) {
    await page.route(address, async (route) => await route.abort());
  }
  await page.goto(`${stack.url}/api-test`);
  await page.getByRole('button', { name: 'Run All Tests' }).click();
  await expect
    .poll(async () => await page.getByTestId('api-test-verdict').allTextContents())
    .toEqual(['All three tests failed.']);
});

test('the refused profile does not end the session of whoever is signed in', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/api-test`);

  await page.getByRole('button', { name: 'Run All Tests' }).click();
  await page.getByText('All three tests passed.').waitFor();

  expect(new URL(page.url()).pathname).toBe('/api-test');
  await page.getByTestId('balance').waitFor();
});

test.each(['light', 'dark'] as const)('axe finds nothing in %s, before and after a run', async (colorScheme) => {
  const page = await stage.openTab();
  await page.emulateMedia({ colorScheme });
  await page.goto(`${stack.url}/api-test`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await findWrongs(page)).toEqual([]);

  await page.getByRole('button', { name: 'Run All Tests' }).click();
  await page.getByTestId('api-test-verdict').waitFor();

  expect(await findWrongs(page)).toEqual([]);
});
