import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { RouteName } from '../src/lib/api/api-routes.ts';
import { enter, fillSignIn, somebody } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

// The specification's tables, row by row: section 2 (routes and access), 5 (validation), 7 (calls) and 8 (errors).
// Section 8's texts of requests that fail without a word go on in fallback-texts.browser.test.ts; section 9 (constants) is in
// src/lib/specification-constants.test.ts and where each constant is at work.

const stage = await testStage();
let visitor: Page;
let person: Page;
let authorization: string;
beforeAll(async () => {
  visitor = await stage.openPage();
  person = await stage.openPage();
  await enter(person, `${stack.url}/dashboard`);
  authorization = `Bearer ${await person.evaluate(() => localStorage.getItem('farline.token'))}`;
});

const OPEN = ['/', '/webrtc-test', '/api-test', '/calling-cards-ivr-test'] as const;
const SIGNED_OUT = ['/login', '/register'] as const;
const SIGNED_IN = ['/dashboard', '/calls', '/billing', '/settings'] as const;
/** Shown without a route in the specification; real here. */
const MADE_REAL = [
  '/pricing',
  '/terms',
  '/privacy',
  '/forgot-password',
  '/reset-password',
  '/status',
  '/help',
] as const;

test.each([...OPEN, ...SIGNED_OUT, ...MADE_REAL])('section 2: %s is open to visitors', async (path) => {
  await visitor.goto(stack.url + path);
  await visitor.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(visitor.url()).pathname).toBe(path);
  expect(await visitor.getByRole('heading', { level: 1 }).textContent()).not.toBe('Page Not Found');
});

test.each([...SIGNED_IN, '/analytics'])('section 2: %s sends visitors to /login', async (path) => {
  await visitor.goto(stack.url + path);
  await visitor.waitForURL('**/login');
});

test.each(SIGNED_OUT)('section 2: %s sends signed-in people to /dashboard', async (path) => {
  await person.goto(stack.url + path);
  await person.waitForURL('**/dashboard');
});

test.each([...OPEN, ...SIGNED_IN, '/analytics'])('section 2: %s is there for signed-in people', async (path) => {
  await person.goto(stack.url + path);
  await person.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(person.url()).pathname).toBe(path);
});

test('section 2: every other address is the 404 page, with its two ways out', async () => {
  await visitor.goto(`${stack.url}/no-such-page`);
  await visitor.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  await visitor.getByRole('link', { name: 'Go Home' }).waitFor();
  await visitor.getByRole('link', { name: 'Dashboard' }).waitFor();
});

let sentForm = '';
/** The visitor sends a form as it stands there, empty: once is enough for all of its fields. */
async function visitorSends(path: string, button: string): Promise<void> {
  if (sentForm === path) return;
  sentForm = path;
  await visitor.goto(stack.url + path);
  await visitor.getByRole('button', { name: button }).click();
}

test.each([
  ['Email', '', 'Email is required'],
  ['Email', 'nobody', 'Invalid email address'],
  ['Password', '', 'Password is required'],
  ['Password', '12345', 'Password must be at least 6 characters'],
])('section 5: sign-in, %s %j: %s', async (field, value, sentence) => {
  await visitorSends('/login', 'Sign in');
  await visitor.getByLabel(field, { exact: true }).fill(value);
  await visitor.getByText(sentence, { exact: true }).waitFor();
});

test.each([
  ['First name', '', 'First name is required'],
  ['First name', 'A', 'First name must be at least 2 characters'],
  ['Last name', '', 'Last name is required'],
  ['Last name', 'B', 'Last name must be at least 2 characters'],
  ['Email', '', 'Email is required'],
  ['Email', 'a@b', 'Invalid email address'],
  ['Password', '', 'Password is required'],
  ['Password', 'Abc1234', 'Password must be at least 8 characters'],
  ['Password', 'abcdefgh', 'Password must contain at least one uppercase letter, one lowercase letter, and one number'],
  ['Confirm password', '', 'Please confirm your password'],
])('section 5: sign-up, %s %j: %s', async (field, value, sentence) => {
  await visitorSends('/register', 'Create account');
  await visitor.getByLabel(field, { exact: true }).fill(value);
  await visitor.getByText(sentence, { exact: true }).waitFor();
});

const NOBODY = '00000000-0000-7000-8000-000000000000';
test.each([
  ['GET', '/auth/profile', undefined, 200, ['user']],
  ['PATCH', '/auth/profile', { firstName: 'Ada' }, 200, ['user']],
  ['POST', '/auth/change-password', { currentPassword: 'wrong', newPassword: 'Difference1822' }, 400, ['message']],
  ['POST', '/auth/forgot-password', { email: somebody().email }, 200, ['message']],
  ['POST', '/auth/reset-password', { token: 'none', newPassword: 'Difference1822' }, 400, ['message']],
  ['POST', '/auth/refresh', undefined, 200, ['token']],
  ['GET', '/auth/health', undefined, 200, ['status']],
  ['POST', '/calls/initiate', { to: '*43' }, 201, ['call']],
  ['POST', `/calls/${NOBODY}/end`, undefined, 404, ['message']],
  ['GET', '/calls/history?page=1&limit=5', undefined, 200, ['calls']],
  ['GET', `/calls/${NOBODY}`, undefined, 404, ['message']],
  ['POST', '/calls/calculate-cost', { to: '+447700900123', duration: 60 }, 200, ['cost']],
  ['GET', '/calls/active', undefined, 200, ['call']],
  ['GET', '/calls/webrtc-token', undefined, 200, ['username']],
  ['PATCH', `/calls/${NOBODY}/status`, { status: 'cancelled' }, 404, ['message']],
  ['GET', '/calls/stats', undefined, 200, ['current']],
  ['GET', '/rates/countries', undefined, 200, ['countries']],
  ['GET', '/rates?countryCode=GB', undefined, 200, ['rates']],
  ['GET', '/billing/subscription', undefined, 200, ['subscription']],
  ['POST', '/billing/subscription', { planId: 'basic' }, 409, ['message']],
  ['DELETE', '/billing/subscription', undefined, 409, ['message']],
  ['GET', '/billing/invoices', undefined, 200, ['invoices']],
  ['GET', '/billing/invoices/none', undefined, 404, ['message']],
  ['GET', '/billing/invoices/none/download', undefined, 404, ['message']],
  ['GET', '/billing/payment-methods', undefined, 200, ['paymentMethods']],
  ['POST', '/billing/payment-methods', {}, 200, ['paymentMethods']],
  ['DELETE', '/billing/payment-methods/none', undefined, 404, ['message']],
  ['PATCH', '/billing/payment-methods/none/default', undefined, 404, ['message']],
  ['GET', '/billing/usage', undefined, 200, ['usage', 'balance']],
  ['POST', '/billing/add-funds', { amount: 25 }, 200, ['payment']],
  ['GET', '/billing/plans', undefined, 200, ['plans']],
  ['GET', '/billing/history?startDate=2026-01-01&endDate=2026-01-31', undefined, 200, ['history']],
  ['GET', '/billing/analytics?period=month', undefined, 200, ['analytics']],
] as const)('section 7: %s %s %j is answered with %d and %j', async (method, path, body, status, keys) => {
  const answer = await ask(method, path, body);
  const reply = (await answer.json()) as Record<string, unknown>;
  expect(answer.status, JSON.stringify(reply)).toBe(status);
  for (const key of keys) expect(reply).toHaveProperty(key);
  expect(reply['message'] ?? '').not.toContain('This address');
});

/** Section 7 as functions of the client: what is missing there does not compile. The rest: refresh-session.ts, upload.ts, download.ts. */
const CLIENT: readonly RouteName[] = [
  'POST /auth/login',
  'POST /auth/register',
  'POST /auth/logout',
  'GET /auth/profile',
  'PATCH /auth/profile',
  'POST /auth/change-password',
  'POST /auth/forgot-password',
  'POST /auth/reset-password',
  'GET /auth/health',
  'POST /calls/initiate',
  'POST /calls/{id}/end',
  'GET /calls/history',
  'GET /calls/{id}',
  'POST /calls/calculate-cost',
  'GET /calls/active',
  'GET /calls/webrtc-token',
  'PATCH /calls/{id}/status',
  'GET /calls/stats',
  'GET /rates/countries',
  'GET /rates',
  'GET /billing/subscription',
  'POST /billing/subscription',
  'DELETE /billing/subscription',
  'GET /billing/invoices',
  'GET /billing/invoices/{id}',
  'GET /billing/payment-methods',
  'POST /billing/payment-methods',
  'DELETE /billing/payment-methods/{id}',
  'PATCH /billing/payment-methods/{id}/default',
  'GET /billing/usage',
  'POST /billing/add-funds',
  'GET /billing/plans',
  'GET /billing/history',
  'GET /billing/analytics',
];

test('section 7: the client has a typed function for each call', () => {
  expect(new Set(CLIENT).size).toBe(34);
});

test('section 7: register, login and logout carry a session from its beginning to its end', async () => {
  const { firstName, lastName, email, password } = somebody();
  const registered = await ask('POST', '/auth/register', { firstName, lastName, email, password });
  expect(await registered.json()).toMatchObject({ token: expect.any(String), user: { email } });
  expect((await ask('POST', '/auth/login', { email, password: `${password}x` })).status).toBe(401);
  const { token } = (await (await ask('POST', '/auth/login', { email, password })).json()) as { token: string };
  const own = { authorization: `Bearer ${token}` };
  const logout = await fetch(`${stack.url}/api/v1/auth/logout`, { method: 'POST', headers: own });
  expect(logout.status).toBe(200);
  expect((await fetch(`${stack.url}/api/v1/auth/profile`, { headers: own })).status).toBe(401);
});

test.concurrent.each([
  ['/billing', '**/api/v1/billing/usage', 'Failed to fetch usage'],
  ['/billing/plan', '**/api/v1/billing/subscription', 'Failed to fetch subscription'],
  ['/billing/invoices', '**/api/v1/billing/invoices', 'Failed to fetch invoices'],
  ['/billing/payments', '**/api/v1/billing/payment-methods', 'Failed to fetch payment methods'],
  ['/calls?view=all', '**/api/v1/calls/history*', 'Failed to fetch call history'],
])(
  'section 8: on %s, when %s fails without a word: %s; a message of the server comes first',
  async (path, route, said) => {
    const page = await person.context().newPage();
    await page.route(route, async (request) => await request.fulfill({ status: 500, body: '' }));
    await page.goto(stack.url + path);
    await page.getByText(said, { exact: true }).first().waitFor();
    await page.unroute(route);
    const body = JSON.stringify({ message: 'The server says why', code: 'told' });
    await page.route(
      route,
      async (request) => await request.fulfill({ status: 500, body, contentType: 'application/json' }),
    );
    await page.reload();
    await page.getByText('The server says why').first().waitFor();
    await page.close();
  },
);

test('section 8: a 401 on any call removes the token and leads to /login', async () => {
  const page = await person.context().newPage();
  await page.goto(`${stack.url}/dashboard`);
  await page.getByTestId('figure-balance').waitFor();
  await page.route('**/api/v1/billing/history*', async (route) => await route.fulfill({ status: 401, body: '' }));
  await page.getByRole('link', { name: 'Billing' }).first().click();
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => localStorage.getItem('farline.token'))).toBeNull();
  await page.close();
});

test.each(['/', '/pricing', '/webrtc-test', '/status'])(
  'section 8: a 401 of any call leads from %s to /login too, and a new sign-in back there',
  async (path) => {
    const page = await stage.openPage();
    const { email, password } = await enter(page, stack.url + path);
    await page.getByTestId('balance').waitFor();
    // The page that is left asks nothing more: its refusal would meet the next page on its way.
    await page.goto('about:blank');
    await page.route('**/api/v1/billing/usage', async (route) => await route.fulfill({ status: 401, body: '' }));
    await page.goto(stack.url + path);
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('farline.token'))).toBeNull();
    await page.unroute('**/api/v1/billing/usage');
    await fillSignIn(page, { email, password });
    await page.waitForURL((url) => url.pathname === path);
    await page.context().close();
  },
);

async function ask(method: string, path: string, body: object | undefined): Promise<Response> {
  return await fetch(`${stack.url}/api/v1${path}`, {
    method,
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
