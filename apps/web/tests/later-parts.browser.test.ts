import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { enter, somebody } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

// Parts of the page that come in scripts of their own, on a line that does not carry them.

const stage = await testStage();

/** A page without a worker: what that fetches for the page a test could not withhold. */
const openPage = async (): Promise<Page> => await stage.openPage({ fetchesAhead: true, serviceWorkers: 'block' });

/** Keeps scripts from the page, until it is told otherwise. */
async function withhold(page: Page, scripts: RegExp): Promise<{ refused: () => number; let: () => void }> {
  let refused = 0;
  let isWithheld = true;
  await page.route(scripts, async (route: Route) => {
    if (!isWithheld) return await route.continue();
    refused += 1;
    await route.abort();
  });
  return { refused: () => refused, let: () => void (isWithheld = false) };
}

test('the frame comes as soon as it can be had, by itself or when somebody asks', async () => {
  const page = await openPage();
  const frame = await withhold(page, /\/assets\/signed-in-/);
  await enter(page, `${stack.url}/settings`);
  const notice = page.getByTestId('not-loaded');
  await notice.waitFor();
  await page.getByLabel('First name').waitFor(); // The page itself goes on.
  // By now it is asked for by itself seldom enough for somebody to be first.
  await expect.poll(frame.refused).toBeGreaterThan(3);
  frame.let();
  // Pressed at once, if it has not come by itself in this very moment.
  await notice
    .getByRole('button', { name: 'Try again' })
    .evaluateAll((all: HTMLElement[]) => all.forEach((one) => one.click()));
  await notice.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
  await phoneOn(page).open();
  await page.context().close();
});

test('a page that could not be loaded is there once the network is back', async () => {
  const page = await openPage();
  const analytics = await withhold(page, /\/assets\/analytics-/);
  await enter(page, `${stack.url}/dashboard`);
  await page.getByTestId('figure-balance').waitFor();
  await page.getByRole('link', { name: 'Analytics', exact: true }).click();
  await page.getByTestId('not-loaded').waitFor();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByTestId('figure-balance').waitFor(); // Other pages are there all the same.
  await page.getByRole('link', { name: 'Analytics', exact: true }).click();
  await page.getByTestId('not-loaded').waitFor();
  analytics.let();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
  await page.context().close();
});

test('nobody calls before what shows the call is there; then they do', async () => {
  const page = await openPage();
  const views = await withhold(page, /\/assets\/call-views-/);
  let placed = 0;
  page.on('request', (request) => void (placed += Number(request.url().endsWith('/calls/initiate'))));
  await enter(page, `${stack.url}/dashboard`);
  const phone = phoneOn(page);
  await phone.open();
  await phone.type('+447700900123');
  await phone.readQuote();
  await phone.call();
  await phone.root.getByTestId('not-loaded').waitFor();
  await phone.reaches('idle');
  expect(placed).toBe(0);

  views.let();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByTestId('phone-problem').waitFor(); // Why the call was not placed.
  await phone.call();
  await phone.reaches('in-call');
  expect(placed).toBe(1);
  await phone.hangUp();
  await phone.reaches('ended');
  await page.context().close();
});

test('in mid-call what cannot be loaded takes neither the phone nor anything else', async () => {
  const page = await openPage();
  await page.setViewportSize({ width: 1600, height: 1000 });
  await withhold(page, /\/assets\/(bell-menu|funds-dialog|call-detail|billing|analytics)-/);
  await enter(page, `${stack.url}/dashboard`);
  const phone = phoneOn(page);
  await phone.type('+447700900123');
  await phone.call();
  await phone.reaches('in-call');

  const notices = page.getByTestId('not-loaded');
  await page.getByTestId('bell').click();
  await notices.first().waitFor();
  await notices.getByRole('button', { name: 'Close' }).click();
  await notices.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add Funds' }).first().click();
  await notices.first().waitFor();
  await notices.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Analytics', exact: true }).click();
  await page.locator('main').getByTestId('not-loaded').waitFor();
  expect(await phone.root.getAttribute('data-state')).toBe('in-call');
  await page.getByRole('link', { name: 'Contacts', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
  expect(await phone.root.getAttribute('data-state')).toBe('in-call');
  await phone.hangUp();
  await phone.reaches('ended');
  await page.context().close();
});

test('nor do the end of the session and a sign-in of the same person in another tab; for another the phone is empty', async () => {
  const page = await openPage();
  await page.setViewportSize({ width: 1600, height: 1000 });
  const { email, password } = await enter(page, `${stack.url}/dashboard`);
  const phone = phoneOn(page);
  await phone.type('+447700900123');
  await phone.call();
  await phone.reaches('in-call');
  await phone.root.evaluate((element) => element.setAttribute('data-mark', 'the same'));
  const isTheSame = async (): Promise<[string | null, string | null]> => [
    await phone.root.getAttribute('data-mark'),
    await phone.root.getAttribute('data-state'),
  ];

  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/v1/auth/profile', async (route) => {
    await held;
    await route.continue();
  });
  const login = await page.request.post(`${stack.url}/api/v1/auth/login`, { data: { email, password } });
  const { token, expiresAt } = (await login.json()) as { token: string; expiresAt: string };
  await page.evaluate(() => {
    localStorage.removeItem('farline.token');
    dispatchEvent(new StorageEvent('storage', { key: 'farline.token', newValue: null }));
  });
  await page.waitForURL('**/login');
  expect(await isTheSame()).toEqual(['the same', 'in-call']);
  await page.evaluate(
    ([now, until]) => {
      localStorage.setItem('farline.session', 'always');
      localStorage.setItem('farline.token.expires', until);
      localStorage.setItem('farline.token', now);
      dispatchEvent(new StorageEvent('storage', { key: 'farline.token', newValue: now }));
    },
    [token, String(Date.parse(expiresAt))] as const,
  );
  await page.getByText('Checking whether you’re signed in').first().waitFor();
  expect(await isTheSame()).toEqual(['the same', 'in-call']);
  answer();
  await page.getByRole('heading', { level: 1, name: /Ada/ }).waitFor();
  expect(await isTheSame()).toEqual(['the same', 'in-call']);

  // What one person talks about is nothing for the next.
  const grace = { ...somebody(), firstName: 'Grace' };
  const registered = await page.request.post(`${stack.url}/api/v1/auth/register`, { data: grace });
  const hers = (await registered.json()) as { token: string; expiresAt: string };
  await page.evaluate(
    ([now, until]) => {
      localStorage.setItem('farline.token.expires', until);
      localStorage.setItem('farline.token', now);
      dispatchEvent(new StorageEvent('storage', { key: 'farline.token', newValue: now }));
    },
    [hers.token, String(Date.parse(hers.expiresAt))] as const,
  );
  await page.getByRole('heading', { level: 1, name: /Grace/ }).waitFor();
  expect(await isTheSame()).toEqual(['the same', 'idle']);
  await page.context().close();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});

test('the script of a page is fetched once its link is pointed at, before anybody presses it', async () => {
  const page = await openPage();
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await enter(page, `${stack.url}/dashboard`);
  await page.getByTestId('figure-balance').waitFor();
  const isOfAnalytics = (path: string) => /\/assets\/analytics-/.test(path);
  const link = page.getByRole('link', { name: 'Analytics', exact: true });
  await expect
    .poll(async () => {
      await page.getByRole('main').getByRole('heading').first().hover();
      // Whoever is there before the page is at leisure fetches nothing: it is pointed at again.
      const before = asked.some(isOfAnalytics);
      await link.hover();
      return before || asked.some(isOfAnalytics);
    })
    .toBe(true);
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  await page.context().close();
});
