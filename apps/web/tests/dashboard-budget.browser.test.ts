import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Asked, askedBy } from './support/asked-by.ts';
import { openOwnLine } from './support/own-line.ts';
import { confirmedAccount, enter, signOut, signUpUnconfirmed, somebody } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';
import { isPageKept, keptIn } from './support/kept-page.ts';

/** What comes over the wire until the figures stand and everything on the page can be used; bounds that only fall. */
const FIRST_VIEW = { scriptKb: 180, scripts: 13, requests: 25 };
/** And with all that is fetched afterwards, while nothing else is done: every part of the page, and the telephone line. */
const WHOLE = { scriptKb: 460 };
/** All of it, where data are to be saved: with the telephone line, on which a call may come. */
const SAVING = { scriptKb: 270 };
/** The sum of all layout shifts (https://web.dev/articles/cls: good is 0.1). */
const MOST_SHIFT = 0.02;
/** Runs in the page before anything else of it, and fills `shifts`. */
const WATCH_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push(entry.value);
  }).observe({ type: 'layout-shift', buffered: true });
`;

const stage = await testStage();

const kilobytes = (asked: readonly Asked[]): number => asked.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

test('the dashboard of whoever is signed in keeps to its budget, and asks nothing twice', async () => {
  // What a worker hands on, the page does not know the size of.
  const page = await stage.openPage({ fetchesAhead: true, serviceWorkers: 'block' });
  await page.addInitScript(() => performance.setResourceTimingBufferSize(1_000));
  await enter(page, `${stack.url}/dashboard`);
  await page.getByTestId('figure-balance').waitFor();
  await page.waitForFunction(() => performance.getEntriesByName('farline.stands').length > 0);
  // What is for later begins after the page can be used: the figures, the latest calls and the phone stand.
  expect(await page.getByTestId('number-field').isEditable()).toBe(true);
  await page.waitForLoadState('networkidle');

  const { asked, standsMs } = await askedBy(page);
  const first = asked.filter(({ startMs }) => startMs <= standsMs);
  const isScript = ({ path }: Asked): boolean => path.endsWith('.js');
  const api = asked.map(({ path }) => path).filter((path) => path.startsWith('/api/'));
  expect(kilobytes(first.filter(isScript))).toBeLessThan(FIRST_VIEW.scriptKb);
  expect(first.filter(isScript).length).toBeLessThanOrEqual(FIRST_VIEW.scripts);
  // The page itself is one more.
  expect(first.length + 1).toBeLessThanOrEqual(FIRST_VIEW.requests);
  expect(kilobytes(asked.filter(isScript))).toBeLessThan(WHOLE.scriptKb);
  expect(api.toSorted()).toEqual([...new Set(api)].toSorted());
  expect(first.map(({ path }) => path)).toContain('/api/v1/overview');
  expect(first.map(({ path }) => path).filter((path) => /jssip|call-views|country-list/.test(path))).toEqual([]);
  await page.context().close();
});

test('who has still to confirm their address has the same first view, and nothing moves when its card comes', async () => {
  const page = await stage.openPage({ fetchesAhead: true, serviceWorkers: 'block' });
  await page.addInitScript({ content: WATCH_SHIFTS });
  await signUpUnconfirmed(page, stack.url);
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${stack.url}/dashboard`);
    await page.getByTestId('confirm-email').waitFor();
    await page.waitForLoadState('networkidle');
    const { asked, standsMs } = await askedBy(page);
    const first = asked.filter(({ startMs }) => startMs <= standsMs);
    expect(first.length + 1).toBeLessThanOrEqual(FIRST_VIEW.requests);
    expect(kilobytes(first.filter(({ path }) => path.endsWith('.js')))).toBeLessThan(FIRST_VIEW.scriptKb);
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(MOST_SHIFT);
  }
  await page.context().close();
});

test('who asks their browser to save data is sent nothing that nobody asked for, and every button works', async () => {
  const page = await stage.openPage({ fetchesAhead: true, serviceWorkers: 'block' });
  await page.addInitScript(() => {
    performance.setResourceTimingBufferSize(1_000);
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await enter(page, `${stack.url}/dashboard`);
  await page.getByTestId('figure-balance').waitFor();
  const scriptsAsked = async () => (await askedBy(page)).asked.filter(({ path }) => path.endsWith('.js'));
  await expect.poll(async () => (await scriptsAsked()).some(({ path }) => path.includes('/jssip-client'))).toBe(true);
  await page.waitForLoadState('networkidle');
  const scripts = await scriptsAsked();
  expect(kilobytes(scripts)).toBeLessThan(SAVING.scriptKb);
  expect(scripts.map(({ path }) => path).filter((path) => /country-list|search-dialog|call-detail/.test(path))).toEqual(
    [],
  );
  await page.getByLabel('Quick Actions').getByRole('button', { name: 'Add Funds' }).click();
  await page.getByTestId('add-funds').getByRole('radio', { name: '$10.00' }).waitFor();
  await page.context().close();
});

test('whoever is not signed in sees no frame, and comes to sign in', async () => {
  const page = await stage.openPage({ fetchesAhead: true });
  await page.goto(`${stack.url}/dashboard`);
  await page.waitForURL('**/login');
  expect(await page.getByTestId('first-frame').count()).toBe(0);
  await page.context().close();
});

/** Somebody with a contact and a call, on a line that can be cut. */
async function withGrace(page: Page, url: string): Promise<ReturnType<typeof somebody>> {
  const person = await enter(page, `${url}/dashboard`);
  const made = await page.evaluate(async () => {
    const token = localStorage.getItem('farline.token') ?? '';
    const ask = async (path: string, body: object): Promise<number> => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': crypto.randomUUID().replaceAll('-', ''),
      };
      return (await fetch(`/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    };
    return [
      await ask('/contacts', { name: 'Grace Hopper', numbers: [{ number: '+447700900456' }] }),
      await ask('/calls/initiate', { to: '+447700900456' }),
    ];
  });
  expect(made).toEqual([201, 201]);
  await page.reload();
  await page.getByTestId('call-list').getByText('Grace Hopper').waitFor();
  await page.evaluate(async () => await navigator.serviceWorker.ready);
  await expect.poll(async () => await keptIn(page)).toContain('Grace Hopper');
  await expect.poll(async () => await isPageKept(page)).toBe(true);
  return person;
}

test('without a network the page opens again with contacts and the latest calls, and says of when they are', async () => {
  const line = await openOwnLine(stack.url);
  const page = await stage.openPage({ fetchesAhead: true });
  await withGrace(page, line.url);
  await page.reload();
  await page.getByTestId('figure-balance').waitFor();
  expect(await keptIn(page)).not.toMatch(/token|password|secret/i);

  await line.cut();
  await page.goto(`${line.url}/dashboard`);
  await page.getByTestId('call-list').getByText('Grace Hopper').waitFor();
  await page.getByText(/^You’re offline\. What you see is from /).waitFor();
  await page.getByTestId('number-field').fill('grace');
  await page.getByTestId('people-found').getByText('Grace Hopper').waitFor();

  await line.restore();
  await page.getByText(/^You’re offline\./).waitFor({ state: 'detached' });
  await page.getByTestId('call-list').getByText('Grace Hopper').waitFor();
  await page.context().close();
});

test('a sign-out leaves nothing of what was kept, and whoever comes next finds nothing', async () => {
  const line = await openOwnLine(stack.url);
  const page = await stage.openPage({ fetchesAhead: true });
  await withGrace(page, line.url);
  await signOut(page);
  await expect.poll(async () => await keptIn(page)).toBe('');
  expect(await page.evaluate(async () => await caches.has('farline-page'))).toBe(false);

  const other = somebody();
  await enter(page, `${line.url}/dashboard`, other);
  await expect.poll(async () => await keptIn(page)).toContain(other.email);
  expect(await keptIn(page)).not.toContain('Grace Hopper');
  await page.context().close();
});

test('what was kept of one person is not shown to another who is signed in here by now', async () => {
  const line = await openOwnLine(stack.url);
  const page = await stage.openPage({ fetchesAhead: true });
  await withGrace(page, line.url);
  const { token, expiresAt } = await confirmedAccount(line.url, somebody());
  // As by a tab of which this one, asleep, has heard nothing.
  await page.evaluate(
    ([now, until]) => {
      localStorage.setItem('farline.token', now);
      localStorage.setItem('farline.token.expires', until);
    },
    [token, String(Date.parse(expiresAt))] as const,
  );
  // The page that notices that its line is cut might open itself anew in the midst of this.
  await page.goto('about:blank');
  await line.cut();
  await page.goto(`${line.url}/dashboard`);
  await page.getByText('Authentication check failed').waitFor();
  expect(await page.getByText('Grace Hopper').count()).toBe(0);

  await line.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByTestId('figure-balance').waitFor();
  await expect.poll(async () => await keptIn(page)).not.toContain('Grace Hopper');
  await page.context().close();
});

test('who signs out in another tab while the page still asks who is here is not signed in by the answer', async () => {
  const page = await stage.openPage({ fetchesAhead: true });
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/v1/overview', async (route) => {
    await held;
    await route.continue();
  });
  await enter(page, `${stack.url}/dashboard`);
  await page.evaluate(() => {
    localStorage.removeItem('farline.token');
    dispatchEvent(new StorageEvent('storage', { key: 'farline.token', newValue: null }));
  });
  await page.waitForURL('**/login');
  const answered = page.waitForResponse('**/api/v1/overview');
  answer();
  await (await answered).finished();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(await page.getByTestId('balance').count()).toBe(0);
  await page.context().close();
});

test('a session that was ended elsewhere leaves nothing of what was kept once the server says so', async () => {
  const line = await openOwnLine(stack.url);
  const page = await stage.openPage({ fetchesAhead: true });
  await withGrace(page, line.url);
  const ended = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('farline.token') ?? ''}` };
    return (await fetch('/api/v1/auth/logout', { method: 'POST', headers })).ok;
  });
  expect(ended).toBe(true);
  await page.goto(`${line.url}/dashboard`);
  await page.waitForURL('**/login');
  await expect.poll(async () => await keptIn(page)).toBe('');
  await page.context().close();
});

test('without "Remember me" nothing is kept', async () => {
  const page = await stage.openPage({ fetchesAhead: true });
  await enter(page, `${stack.url}/dashboard`);
  await expect.poll(async () => await keptIn(page)).not.toBe('');
  // As one who signed in with the box unticked: the session ends with the browser.
  await page.evaluate(() => {
    localStorage.setItem('farline.session', 'browser');
    document.cookie = 'farline_browser=1; path=/; SameSite=Strict';
  });
  await page.reload();
  await page.getByTestId('figure-balance').waitFor();
  await page.waitForFunction(() => performance.getEntriesByName('farline.stands').length > 0);
  await expect.poll(async () => await keptIn(page)).toBe('');
  await page.context().close();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
