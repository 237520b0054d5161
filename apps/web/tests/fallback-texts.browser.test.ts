import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { isTooWide } from './support/looks.ts';
import { enter, somebody } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

// Section 8 of the specification: what a person reads when something they asked for fails and the server says no word.
// The texts of pages that cannot be fetched are in specification.browser.test.ts.

const stage = await testStage();
let visitor: Page;
let person: Page;
beforeAll(async () => {
  visitor = await stage.openPage();
  person = await stage.openPage();
  await enter(person, `${stack.url}/dashboard`);
});

/** A page of the person's, or of a visitor, where requests of this method to this address fail without a word. */
async function pageWhereFails(whose: Page, method: string, address: string): Promise<Page> {
  const page = await whose.context().newPage();
  await page.route(address, async (route) => {
    if (route.request().method() === method) await route.fulfill({ status: 500, body: '' });
    else await route.continue();
  });
  return page;
}

const says = async (page: Page, sentence: string): Promise<void> => {
  await page.getByText(sentence, { exact: true }).first().waitFor();
  await page.close();
};

test('a sign-in that fails without a word: Login failed', async () => {
  const page = await pageWhereFails(visitor, 'POST', '**/api/v1/auth/login');
  await page.goto(`${stack.url}/login`);
  await page.getByLabel('Email').fill(somebody().email);
  await page.getByLabel('Password', { exact: true }).fill('Analytical1842');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await says(page, 'Login failed');
});

test('a sign-up that fails without a word: Registration failed', async () => {
  const page = await pageWhereFails(visitor, 'POST', '**/api/v1/auth/register');
  const { firstName, lastName, email, password } = somebody();
  await page.goto(`${stack.url}/register`);
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await says(page, 'Registration failed');
});

test('a check of the session that fails without a word ends nothing: Authentication check failed', async () => {
  const page = await pageWhereFails(person, 'GET', '**/api/v1/auth/profile');
  await page.goto(`${stack.url}/settings`);
  await page.getByText('Authentication check failed', { exact: true }).waitFor();
  await page.unroute('**/api/v1/auth/profile');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.close();
});

const OPEN_PAGES = ['/', '/pricing', '/status', '/help', '/webrtc-test', '/api-test'];

test.each(OPEN_PAGES)('a check of the session that fails leaves %s open', async (path) => {
  const page = await pageWhereFails(person, 'GET', '**/api/v1/auth/profile');
  await page.goto(stack.url + path);
  await page.locator('main').getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByText('Authentication check failed', { exact: true }).count()).toBe(0);
  await page.close();
});

test.each(OPEN_PAGES)('a check of the session that gets no answer leaves %s open', async (path) => {
  const page = await person.context().newPage();
  await page.route('**/api/v1/auth/profile', () => undefined);
  await page.goto(stack.url + path);
  await page.locator('main').getByRole('heading', { level: 1 }).waitFor();
  expect(await isTooWide(page), path).toBe(false);
  await keepPicture(page, `unanswered${path.replace('/', '-')}`);
  await page.close();
});

test('while nothing is known of the session, its own pages and sign-in wait, and nobody is told to sign in', async () => {
  const page = await person.context().newPage();
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/v1/auth/profile', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`${stack.url}/login`);
  await page.getByText('Checking whether you’re signed in…').waitFor({ state: 'attached' });
  expect(await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).count()).toBe(0);
  expect(await page.getByLabel('Email').count()).toBe(0);
  await page.goto(`${stack.url}/settings`);
  await page.getByText('Checking whether you’re signed in…').waitFor({ state: 'attached' });
  answer();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.close();
});

test('a history that fails leaves the filters in reach: without them it is asked for again', async () => {
  const page = await pageWhereFails(person, 'GET', '**/api/v1/calls/history*');
  await page.goto(`${stack.url}/calls?q=lagos`);
  const failure = page.getByText('Failed to fetch call history', { exact: true });
  await failure.waitFor();
  expect(await page.getByLabel('Number or name').inputValue()).toBe('lagos');
  await page.unroute('**/api/v1/calls/history*');
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await failure.waitFor({ state: 'detached' });
  await page.close();
});

test.each([
  ['/calls?view=all', '**/api/v1/calls/history*', 'Failed to fetch call history'],
  ['/dashboard', '**/api/v1/billing/usage', 'Failed to fetch usage'],
])('what %s shows and gets no answer to says that there is no connection', async (path, address, said) => {
  const page = await pageWhereFails(person, 'GET', '**/api/v1/overview');
  await page.route(address, async (route) => await route.abort());
  await page.goto(stack.url + path);
  const box = page.getByRole('alert').filter({ hasText: said });
  await box
    .getByText('No connection to Farline. Check your internet connection and try again.', { exact: true })
    .waitFor();
  await page.close();
});

test('a call that fails without a word: Call initiation failed', async () => {
  const page = await pageWhereFails(person, 'POST', '**/api/v1/calls/initiate');
  await page.goto(`${stack.url}/dashboard`);
  await phoneOn(page).type('+447700900123');
  await phoneOn(page).call();
  await says(page, 'Call initiation failed');
});

test('a card that cannot be added, without a word: Failed to add payment method', async () => {
  const page = await pageWhereFails(person, 'POST', '**/api/v1/billing/payment-methods');
  await page.goto(`${stack.url}/billing/payments`);
  await page.getByTestId('payment-methods').getByRole('button', { name: 'Add a card' }).click();
  await says(page, 'Failed to add payment method');
});

test('a plan that cannot be changed, without a word: Failed to update subscription', async () => {
  const page = await pageWhereFails(person, 'POST', '**/api/v1/billing/subscription');
  await page.route('**/api/v1/billing/subscription/quote*', async (route) => {
    const reply = (await (await route.fetch()).json()) as { quote: object };
    await route.fulfill({ json: { quote: { ...reply.quote, isCovered: true } } });
  });
  await page.goto(`${stack.url}/billing/plan`);
  await page.getByTestId('choose-plus').click();
  await page.getByTestId('confirm-plan').click();
  await says(page, 'Failed to update subscription');
});

test('a call that the server cannot end, without a word: Failed to end call', async () => {
  const callId = await person.evaluate(async () => {
    const placed = await fetch('/api/v1/calls/initiate', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${localStorage.getItem('farline.token')}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ to: '*43' }),
    });
    const { call } = (await placed.json()) as { call: { id: string } };
    return call.id;
  });
  const page = await pageWhereFails(person, 'POST', '**/api/v1/calls/*/end');
  // The note that a page leaves when it is loaded again in mid-call.
  await page.addInitScript((id) => sessionStorage.setItem('farline.phone.call', id), callId);
  await page.goto(`${stack.url}/dashboard`);
  await says(page, 'Failed to end call');
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
