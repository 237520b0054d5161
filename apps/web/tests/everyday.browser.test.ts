import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { type Person, signUp } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();
let page: Page;
let person: Person;
beforeAll(async () => {
  page = await stage.openPage();
  person = await signUp(page, stack.url);
});

const api = async <Reply>(path: string, init: { method: string; body: object } | null = null): Promise<Reply> => {
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('farline.token'))}`;
  const answer = await fetch(`${stack.url}/api/v1${path}`, {
    method: init?.method ?? 'GET',
    headers: { authorization, ...(init === null ? {} : { 'content-type': 'application/json' }) },
    body: init === null ? null : JSON.stringify(init.body),
  });
  return (await answer.json()) as Reply;
};

test('whoever signs in comes to the very place they wanted, and may look at the password meanwhile', async () => {
  const visitor = await stage.openPage();
  await visitor.goto(`${stack.url}/billing?from=mail#plan`);
  await visitor.waitForURL('**/login');
  await visitor.getByLabel('Email').fill(person.email);
  const password = visitor.getByLabel('Password', { exact: true });
  await password.fill(person.password);
  expect(await password.getAttribute('type')).toBe('password');
  await visitor.getByRole('button', { name: 'Show password' }).click();
  expect(await password.getAttribute('type')).toBe('text');
  expect(await password.inputValue()).toBe(person.password);
  await visitor.getByRole('button', { name: 'Hide password' }).click();
  expect(await password.getAttribute('type')).toBe('password');
  await visitor.getByRole('button', { name: 'Sign in' }).click();
  await visitor.waitForURL(`${stack.url}/billing?from=mail#plan`);
  await visitor.close();
});

test('the dashboard changes while a call runs, and its figures are those of the server', async () => {
  await page.goto(`${stack.url}/dashboard`);
  await page.getByText('No calls yet', { exact: true }).waitFor();
  const phone = phoneOn(page);
  await phone.type('+447700900123');
  await phone.call();
  await phone.reaches('in-call');
  const line = page.getByRole('region', { name: 'Recent Calls' }).getByRole('listitem').first();
  await line.locator('[data-status="in-progress"]').waitFor();
  await page.getByText('Practice credit', { exact: false }).first().waitFor();
  await line.getByText(/^0:0[1-9]$/).waitFor(); // It counts.
  await phone.hangUp();
  const { amount } = await phone.readEnd();

  await line.locator('[data-status="completed"]').waitFor();
  await page.getByTestId('figure-calls').getByText('1', { exact: true }).waitFor();
  const { current } = await api<{ current: { calls: number; averageSeconds: number; cost: { amount: string } } }>(
    '/calls/stats',
  );
  const { wallet } = await api<{ wallet: { balance: { amount: string } } }>('/billing/usage');
  expect(current.calls).toBe(1);
  // Practice has its price, and costs no money.
  expect(Number(amount)).toBeGreaterThan(0);
  expect(Number(current.cost.amount)).toBe(0);
  const figure = (name: string) => page.getByTestId(`figure-${name}`);
  const exact = async (name: string) => Number((await figure(name).getAttribute('title'))?.replace('$', ''));
  await figure('average')
    .getByText(`0:${String(current.averageSeconds).padStart(2, '0')}`)
    .waitFor();
  await expect.poll(async () => await exact('spend')).toBe(Number(current.cost.amount));
  await expect.poll(async () => await exact('balance')).toBe(Number(wallet.balance.amount));
});

test('below 1024 px the sidebar closes after navigation, and from there on it stays', async () => {
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await page.goto(`${stack.url}/help`);
  await page.setViewportSize({ width: 1023, height: 800 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByRole('link', { name: 'Contacts' }).click();
  await page.waitForURL('**/contacts');
  await menu.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1024, height: 800 });
  await menu.getByRole('link', { name: 'Dashboard' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByTestId('figure-balance').waitFor();
  expect(await menu.isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Open menu' }).isVisible()).toBe(false);
  await page.setViewportSize({ width: 1600, height: 900 });
});

test('where payments are not switched on, Add Funds says so, and the refusal is told in the words of the server', async () => {
  const message = 'Payments aren’t available here yet. Nothing was charged.';
  await page.route('**/api/v1/billing/add-funds', async (route) => {
    if (route.request().method() === 'POST') {
      return await route.fulfill({ status: 503, json: { code: 'payments_not_configured', message } });
    }
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), payments: 'not_configured' } });
  });
  await page.goto(`${stack.url}/billing/payments`);
  await page.getByText('so no card can be saved', { exact: false }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).click();
  const dialog = page.getByTestId('add-funds');
  await dialog.getByText('Payments aren’t available here yet').waitFor();
  await dialog.getByRole('button', { name: 'Add $25.00' }).click();
  await dialog.getByTestId('form-error').getByText(message).waitFor();
  await keepPicture(page, 'add-funds-off');
  // The phone behind the dialog takes no key, though the dialog has lost the focus.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press('7');
  expect(await page.getByTestId('number-field').inputValue()).toBe('');
  await page.unroute('**/api/v1/billing/add-funds');
});

test('a search that matches no country says so, and the plans stand side by side', async () => {
  await page.goto(`${stack.url}/pricing`);
  await page.getByRole('table').waitFor();
  await page.getByRole('searchbox').fill('Atlantis');
  await page.getByText('No country or calling code matches “Atlantis”.').waitFor();
  const places = await page
    .locator('[data-testid="plans"] [data-testid^="plan-"]')
    .evaluateAll((plans) => plans.map((plan) => plan.getBoundingClientRect()).map(({ x, y }) => ({ x, y })));
  expect(places.length).toBeGreaterThan(1);
  expect(new Set(places.map(({ y }) => y)).size).toBe(1);
  expect(new Set(places.map(({ x }) => x)).size).toBe(places.length);
});

test('the figures of Analytics are asked for in the chosen days and time zone', async () => {
  await page.goto(`${stack.url}/analytics`);
  await page.getByTestId('total-calls').or(page.getByText('No calls in this period')).first().waitFor();
  const asked = (isMeant: (query: URLSearchParams) => boolean) =>
    page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname.endsWith('/insight/calls') && isMeant(searchParams);
    });
  const week = asked((query) => daysBetween(query.get('from'), query.get('to')) === 7);
  await page.getByRole('radio', { name: '7 days' }).click();
  await week;
  const abroad = asked((query) => query.get('zone') === 'Asia/Tehran' && query.get('by') === 'country');
  await page.getByLabel('Time zone').selectOption('Asia/Tehran');
  await abroad;
  expect(new URL(page.url()).searchParams.get('zone')).toBe('Asia/Tehran');

  await page.getByRole('radio', { name: 'Custom' }).click();
  const from = page.getByLabel('From', { exact: true });
  const weekBegins = await from.inputValue();
  await page.getByLabel('To', { exact: true }).fill(weekBegins);
  await page.waitForURL((url) => url.searchParams.get('to') === weekBegins);
  await page.getByRole('link', { name: 'Analytics' }).first().click();
  await expect.poll(async () => (await from.inputValue()) < weekBegins).toBe(true);
});

/** Both days counted. */
const daysBetween = (from: string | null, to: string | null) =>
  (Date.parse(to ?? '') - Date.parse(from ?? '')) / 86_400_000 + 1;

test('contacts come from a CSV file, and go into a CSV file and a vCard', async () => {
  await page.goto(`${stack.url}/contacts`);
  const csv = 'Name,Phone\r\nAda King,+447700900124\r\nNobody,none\r\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByTestId('import-report').getByText('1 contact added', { exact: false }).waitFor();
  await page.getByTestId('contact-list').getByText('Ada King', { exact: true }).waitFor();
  for (const [button, file] of [
    ['Save as CSV', 'farline-contacts.csv'],
    ['Save as vCard', 'farline-contacts.vcf'],
  ] as const) {
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe(file);
    const text = await readFile(await saved.path(), 'utf8');
    expect(text).toContain('Ada King');
    expect(text).toContain('+447700900124');
  }
});

test('who wants less motion sees none', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/dashboard']) {
    await page.goto(stack.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) => {
        const { animationDuration, transitionDuration, animationIterationCount, scrollBehavior } =
          getComputedStyle(element);
        const seconds = `${animationDuration}, ${transitionDuration}`.split(', ').map(Number.parseFloat);
        const isStill =
          seconds.every((time) => time < 0.001) && animationIterationCount === '1' && scrollBehavior === 'auto';
        return isStill ? [] : [`${element.tagName} ${element.className}`];
      }),
    );
    expect(moving).toEqual([]);
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' });
});

test.each([
  ['ar', 'rtl', ['/dashboard', '/settings']],
  ['zh-Hans', 'ltr', ['/calls', '/billing']],
] as const)('axe finds nothing on signed-in pages in %s, written %s', async (language, direction, paths) => {
  await api('/auth/profile', { method: 'PATCH', body: { language } });
  for (const path of paths) {
    await page.goto(stack.url + path);
    await page.locator(`html[lang="${language}"][dir="${direction}"]`).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await findWrongs(page), path).toEqual([]);
    await keepPicture(page, `${path.slice(1)}-${language}`);
  }
  await api('/auth/profile', { method: 'PATCH', body: { language: 'en' } });
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
