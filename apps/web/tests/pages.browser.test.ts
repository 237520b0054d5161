import { gzipSync } from 'node:zlib';
import type { Locator, Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { openOwnLine } from './support/own-line.ts';
import { enter, fillSignIn, signOut, somebody } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const LANDING_SCRIPT_KB = 120;
const stage = await testStage();

test(`the landing page loads at most ${LANDING_SCRIPT_KB} kB of script, and no phone`, async () => {
  const page = await stage.openPage();
  const scripts = new Map<string, Response>();
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.set(response.url(), response);
  });
  await page.goto(stack.url);
  await page.getByLabel('Country to call').waitFor();
  await page.waitForLoadState('networkidle');
  const sizes = [...scripts.values()].map(async (script) => gzipSync(await script.body()).length);
  const kilobytes = (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0) / 1000;
  expect(kilobytes).toBeGreaterThan(0);
  expect(kilobytes).toBeLessThan(LANDING_SCRIPT_KB);
  expect([...scripts.keys()].filter((script) => /jssip|phone|schemas/.test(script))).toEqual([]);
});

test('the landing page counts the countries that are really priced, and shows the price of the chosen one', async () => {
  const page = await stage.openTab();
  await page.goto(stack.url);
  await page.getByLabel('Country to call').selectOption('NG');
  expect(await page.getByTestId('ten-gives').textContent()).toMatch(
    /^\$10\.00 is \d+ (min|h).* to a mobile there\. A text costs \$0\.0\d{1,5} per message part\.$/,
  );
  const { countries } = (await (await fetch(`${stack.url}/api/v1/rates/countries`)).json()) as {
    countries: { code: string; fixedPerMinute: unknown; mobilePerMinute: { amount: string } | null }[];
  };
  const priced = countries.filter((country) => country.fixedPerMinute !== null || country.mobilePerMinute !== null);
  await page.getByText(`${priced.length} countries and territories priced`).waitFor();
  const nigeria = countries.find((country) => country.code === 'NG')?.mobilePerMinute?.amount;
  // By itself a price has no more decimals than matter.
  await page
    .getByText(`$${nigeria?.replace(/0+$/, '')}`)
    .first()
    .waitFor();
});

test('a number is priced without an account, and each country has a page to share', async () => {
  const page = await stage.openTab();
  await page.goto(stack.url);
  await page.getByLabel('Or check a number').fill('+44 7700 900123');
  await page
    .getByTestId('number-price')
    .getByText(/^\$0\.\d{2,6} a minute; 10 minutes cost \$/)
    .waitFor();
  await page.getByLabel('Or check a number').fill('+881612345678');
  await page
    .getByTestId('number-price')
    .getByText(/blocked/)
    .waitFor();

  await page.goto(`${stack.url}/pricing?q=niger`);
  await page.getByRole('button', { name: 'Mobile, a minute' }).click();
  expect(new URL(page.url()).search).toBe('?q=niger&sort=mobile');
  await page.getByRole('link', { name: 'Nigeria' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nigeria call rates' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/pricing/ng');
  await page
    .getByText(/^Ten minutes: \$/)
    .first()
    .waitFor();
  expect(await page.title()).toBe('Nigeria call rates · Farline');
  const texts = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Text messages' }) });
  expect(await texts.textContent()).toMatch(/\$0\.\d{2,6}per message part$/);
});

test('ten prices and the plans stand above the list of all, until something is searched for', async () => {
  const page = await stage.openTab();
  await page.goto(`${stack.url}/pricing`);
  const ten = page.getByTestId('popular-prices');
  await ten
    .getByText(/^\$0\.\d+ a minute$/)
    .first()
    .waitFor();
  expect(await ten.getByRole('link').count()).toBe(10);
  await page.getByTestId('plan-pro').waitFor();
  const topOf = async (what: Locator): Promise<number> => (await what.boundingBox())?.y ?? Number.NaN;
  const table = page.getByRole('table');
  const plans = page.getByTestId('plans');
  expect(await topOf(ten)).toBeLessThan(await topOf(plans));
  expect(await topOf(plans)).toBeLessThan(await topOf(table));

  await page.getByRole('searchbox').fill('india');
  await ten.waitFor({ state: 'detached' });
  await expect.poll(async () => await table.getByRole('rowheader').first().innerText()).toContain('India');
  expect(await topOf(table)).toBeLessThan(await topOf(plans));
  await page.getByRole('searchbox').fill('');
  await ten.getByRole('link', { name: 'India' }).click();
  await page.getByRole('heading', { level: 1, name: 'India call rates' }).waitFor();
});

test('whoever reads the terms from the sign-up form finds it as they left it', async () => {
  const page = await stage.openTab();
  await page.goto(`${stack.url}/register`);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Password', { exact: true }).fill('Analytical1842');
  for (const [name, path] of [
    ['terms (opens in a new tab)', '/terms'],
    ['privacy page (opens in a new tab)', '/privacy'],
  ] as const) {
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name, exact: true }).click();
    const read = await opened;
    await read.waitForURL(`**${path}`);
    await read.close();
  }
  expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('Analytical1842');
  expect(await page.getByRole('checkbox').isChecked()).toBe(false);
});

test('sign-up says what is missing, field by field, and takes it back while it is mended', async () => {
  const page = await stage.openTab();
  await page.goto(`${stack.url}/register`);
  await page.getByRole('button', { name: 'Create account' }).click();
  for (const sentence of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Password is required',
    'Please confirm your password',
    'Please accept the terms to create an account',
  ]) {
    await page.getByText(sentence, { exact: true }).waitFor();
  }
  await page.getByLabel('First name').fill('A');
  await page.getByText('First name must be at least 2 characters').waitFor();
  await page.getByLabel('First name').fill('Ada');
  await page.getByText('First name must be at least 2 characters').waitFor({ state: 'detached' });
  await page.getByLabel('Phone').fill('0123');
  await page.getByText('Invalid phone number format').waitFor();
  await page.getByLabel('Country', { exact: true }).selectOption('GB');
  await page.getByLabel('Phone').fill('07700 900 123');
  await page.getByLabel('Phone').blur();
  expect(await page.getByLabel('Phone').inputValue()).toBe('07700 900 123');
  await page.getByText('We read this as +44 7700 900123.').waitFor();
  await page.getByLabel('Country', { exact: true }).selectOption('DE');
  await page.getByText('We read this as +49 7700 900123.').waitFor();
  await page.getByLabel('Country', { exact: true }).selectOption('GB');
  await page.getByText('Invalid phone number format').waitFor({ state: 'detached' });
  await page.getByLabel('Password', { exact: true }).fill('alllowercase1');
  await page
    .getByText('Password must contain at least one uppercase letter, one lowercase letter, and one number')
    .waitFor();
  const met = page.getByRole('list', { name: 'What it needs' }).locator('[data-met="true"]');
  expect((await met.allTextContents()).map((text) => text.replace('met', ''))).toEqual([
    '8 characters',
    'lower case',
    'a digit',
  ]);
  await page.getByLabel('Confirm password').fill('other');
  await page.getByText('Passwords do not match').waitFor();
});

test("what the server refuses stands in the red box in the server's words", async () => {
  const page = await stage.openTab();
  const person = await enter(page, `${stack.url}/dashboard`);
  await signOut(page);
  await page.goto(`${stack.url}/dashboard`);
  await page.waitForURL('**/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(`${person.password}x`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const box = page.getByTestId('form-error');
  await box.waitFor();
  expect((await box.textContent())?.length).toBeGreaterThan(10);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
});

test('without Remember me the session ends with the browser, and with it it stays', async () => {
  const page = await stage.openPage();
  const person = await enter(page, `${stack.url}/dashboard`);
  await signOut(page);
  await page.goto(`${stack.url}/login`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('checkbox', { name: 'Remember me' }).uncheck();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  await page.reload();
  await page.getByTestId('figure-balance').waitFor();

  // A closed browser forgets its session cookies and keeps its local storage.
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.context().addCookies(cookies.filter((cookie) => cookie.expires !== -1));
  await page.reload();
  await page.waitForURL('**/login');
});

test('a session that the server ends elsewhere leads to sign-in, and back to where one was', async () => {
  const page = await stage.openTab();
  const person = await enter(page, `${stack.url}/calls`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.setItem('farline.token', 'not.a.token');
    localStorage.setItem('farline.token.expires', '0');
    dispatchEvent(new Event('online'));
  });
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => localStorage.getItem('farline.token'))).toBeNull();
  await page.getByText('Your session has ended.').waitFor();
  await fillSignIn(page, person);
  await page.waitForURL('**/calls');
});

test('a session that ends as a page is asked for leads back to that page', async () => {
  const page = await stage.openTab();
  const person = await enter(page, `${stack.url}/dashboard`);
  await page.getByRole('link', { name: 'Calls', exact: true }).evaluate((link: HTMLElement) => {
    link.click();
    localStorage.removeItem('farline.token');
    dispatchEvent(new StorageEvent('storage', { key: 'farline.token', newValue: null })); // As from another tab.
  });
  await page.waitForURL('**/login');
  await fillSignIn(page, person);
  await page.waitForURL('**/calls');
});

test('a page that heard nothing of a sign-in in another tab shows that person when it is back in touch', async () => {
  const page = await stage.openPage();
  let loseTouch: (() => Promise<void>) | undefined;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer();
    loseTouch = async () => await socket.close();
  });
  await enter(page, `${stack.url}/settings`, { ...somebody(), firstName: 'Ada' });
  await expect.poll(async () => await page.getByLabel('First name').inputValue()).toBe('Ada');
  const { firstName, lastName, email, password } = { ...somebody(), firstName: 'Grace' };
  const reply = await page
    .context()
    .request.post(`${stack.url}/api/v1/auth/register`, { data: { firstName, lastName, email, password } });
  // A page does not hear of what it writes itself: as little as of what was written while it slept.
  await page.evaluate((token) => localStorage.setItem('farline.token', token), (await reply.json()).token as string);
  await expect.poll(() => loseTouch).toBeDefined();
  await loseTouch?.();
  await expect.poll(async () => await page.getByLabel('First name').inputValue(), { timeout: 15_000 }).toBe('Grace');
  await page.close();
});

test('a page that cannot ask for the running call stays as it is, and does not complain', async () => {
  const page = await stage.openTab();
  // Without the overview nothing tells where live push goes on, and what may have been missed is asked for.
  await page.route('**/api/v1/overview', async (route) => await route.fulfill({ status: 503, body: '' }));
  await page.route('**/api/v1/calls/active', async (route) => await route.fulfill({ status: 500, body: '' }));
  const told = page.waitForEvent('console', (line) => line.text().startsWith('Calls cannot be asked for'));
  await enter(page, `${stack.url}/dashboard`);
  await told;
  await page.getByTestId('figure-balance').waitFor();
});

test('a part of the frame that cannot be loaded takes nothing of the page with it', async () => {
  // What a worker fetches for the page the test could not withhold.
  const page = await stage.openPage({ fetchesAhead: true, serviceWorkers: 'block' });
  await page.route(/\/assets\/(signed-in-frame|toaster)-/, async (route) => await route.abort());
  await enter(page, `${stack.url}/settings`);
  await page.getByRole('button', { name: 'Reload' }).waitFor();
  // What would be told in a toast is done all the same, and its form goes on.
  const save = page.getByRole('button', { name: 'Save changes' });
  for (const name of ['Augusta', 'Byron']) {
    await page.getByLabel('First name').fill(name);
    await save.click();
    await page.getByText(`${name} Lovelace`).first().waitFor();
  }
});

test('without a network the next page says so, and can be installed all the same', async () => {
  const line = await openOwnLine(stack.url);
  const page = await stage.openPage({ fetchesAhead: true });
  await page.goto(line.url);
  await page.evaluate(async () => await navigator.serviceWorker.ready);
  await page.reload();
  await line.cut();
  await page.goto(`${line.url}/pricing`); // The worker answers; the network does not.
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor();
  await line.restore(); // It comes back by itself.
  await page.getByRole('heading', { level: 1, name: 'What a minute costs' }).waitFor();
  const manifest = (await (await fetch(`${stack.url}/manifest.webmanifest`)).json()) as { icons: { src: string }[] };
  for (const { src } of manifest.icons) expect((await fetch(stack.url + src)).status).toBe(200);
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
