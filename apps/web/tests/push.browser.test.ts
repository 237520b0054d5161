import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enter } from './support/people.ts';
import { giveAPushService, notificationsOn, workerOf } from './support/push.ts';
import { stack } from './support/stack.ts';
import { openStage, type Stage } from './support/stage.ts';

let stage: Stage;
beforeAll(async () => {
  // Permissions are a whole browser's.
  stage = await openStage({});
});
afterAll(async () => await stage.close());

const MESSAGE = {
  tag: 'message +447700900123',
  title: 'New message',
  body: 'You have a new message from +447700900123.',
  path: '/messages/+447700900123',
  at: '2031-05-01T10:00:00.000Z',
};

async function somebodyAllowed(path: string): Promise<{ page: Page; context: BrowserContext }> {
  const page = await stage.openPage({ fetchesAhead: true });
  const context = page.context();
  await context.grantPermissions(['notifications'], { origin: new URL(stack.url).origin });
  await giveAPushService(page);
  await enter(page, stack.url + path);
  await page.evaluate(async () => await navigator.serviceWorker.ready);
  return { page, context };
}

/** Shows one and clicks it, as the worker hears of it: a click of a test's own may not bring a window to the front, and nothing waits for it. */
async function clickANotification(
  context: BrowserContext,
  { action = '', ...data }: { path: string; action?: string; callBack?: { number: string; title: string } },
): Promise<void> {
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('there is no worker');
  await worker.evaluate(`(async () => {
    WindowClient.prototype.focus = async () => undefined;
    await registration.showNotification('New message', { tag: 'clicked', data: ${JSON.stringify(data)} });
    const [notification] = await registration.getNotifications({ tag: 'clicked' });
    const click = new NotificationEvent('notificationclick', { notification, action: ${JSON.stringify(action)} });
    click.waitUntil = () => undefined;
    dispatchEvent(click);
  })()`);
}

/** How many push messages the worker is done with from now on: delivering one does not wait for that. */
async function countTold(context: BrowserContext): Promise<() => Promise<unknown>> {
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('there is no worker');
  await worker.evaluate(`(() => {
    const own = tell;
    self.told = 0;
    tell = async (data) => {
      await own(data);
      self.told += 1;
    };
  })()`);
  return async () => await worker.evaluate('self.told');
}

test('notifications are switched on, seen, chosen and switched off where notices are chosen', async () => {
  const { page } = await somebodyAllowed('/settings/notices');
  const part = page.getByTestId('push-settings');
  await part.getByRole('button', { name: 'Switch on notifications' }).click();
  await part.getByText('This device').waitFor();
  await part.getByRole('listitem').getByText('Chrome on Linux').waitFor();

  const messages = part.getByLabel('New messages (who wrote, not what)');
  expect(await messages.isChecked()).toBe(true);
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await messages.click();
  expect((await saved).ok()).toBe(true);
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/settings/push') && answer.request().method() === 'POST',
  );
  await page.reload();
  expect((await kept).status()).toBe(201);
  expect(await part.getByLabel('New messages (who wrote, not what)').isChecked()).toBe(false);

  await part.getByRole('button', { name: 'Switch off for this browser' }).click();
  await part.getByRole('button', { name: 'Switch on notifications' }).waitFor();
  await part.getByText('This device').waitFor({ state: 'detached' });
});

test.each([
  {
    can: 'is refused permission',
    script: 'Object.defineProperty(Notification, "permission", { value: "denied" })',
    says: 'Notifications are blocked for this site',
  },
  {
    can: 'knows no push',
    script: 'delete window.PushManager',
    says: 'This browser can’t notify you while Farline is closed.',
  },
  {
    can: 'is on an iPhone and not on its home screen',
    script:
      'delete window.PushManager; Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (iPhone) Safari/604.1" })',
    says: 'add Farline to your home screen first',
  },
])('a browser that $can is told so, and offered nothing', async ({ script, says }) => {
  const page = await stage.openPage({ fetchesAhead: true });
  await page.addInitScript(script);
  await enter(page, `${stack.url}/settings/notices`);
  const part = page.getByTestId('push-settings');
  await part.getByText(says).waitFor();

  expect(await part.getByRole('button').count()).toBe(0);
});

test('what comes in is shown though no page is open until it is read elsewhere, and told by the page alone where somebody looks at one', async ({
  expect,
}) => {
  const { page, context } = await somebodyAllowed('/dashboard');
  const worker = await workerOf(page);
  const told = await countTold(context);
  await worker.push({ ...MESSAGE, tag: 'seen' });
  // The page has to be looked at until the worker has found out whether it is.
  await expect.poll(told).toBe(1);
  await page.goto('about:blank');
  await worker.push(MESSAGE);

  // The same origin, but a page that nobody is signed in at, and that nobody looks at.
  const other = await context.newPage();
  await other.goto(`${stack.url}/offline.html`);
  await expect
    .poll(async () => await notificationsOn(other))
    .toEqual([{ tag: MESSAGE.tag, title: MESSAGE.title, body: MESSAGE.body }]);

  // Then its thread is read on another device.
  await worker.push({ ...MESSAGE, title: 'Farline', body: '', at: '2031-05-01T10:01:00.000Z', isRead: true });
  await expect.poll(async () => await notificationsOn(other)).toEqual([]);
});

test('a notification that is clicked leads the page that is open there, without loading it anew', async ({
  expect,
}) => {
  const { page, context } = await somebodyAllowed('/dashboard');
  await page.getByRole('navigation').first().waitFor();
  await page.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }));
  // Until the page has found out that somebody is signed in, it goes nowhere.
  await expect
    .poll(async () => {
      await clickANotification(context, { path: MESSAGE.path });
      return decodeURIComponent(new URL(page.url()).pathname);
    })
    .toBe(MESSAGE.path);

  expect(await page.evaluate(() => 'isFirstLoad' in globalThis)).toBe(true);
  await expect.poll(async () => await notificationsOn(page)).toEqual([]);
  expect(context.pages()).toHaveLength(1);
});

test('the button of a missed call calls back at once, on the page that is open', async ({ expect }) => {
  const { page, context } = await somebodyAllowed('/dashboard');
  await page.getByRole('navigation').first().waitFor();
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/calls/initiate')) asked.push(request.postDataJSON());
  });
  const callBack = { number: '+447700900199', title: 'Call back' };
  // The page listens once it has its first view.
  await expect
    .poll(async () => {
      if (asked.length === 0) await clickANotification(context, { path: '/calls', action: 'call-back', callBack });
      return asked;
    })
    .toMatchObject([{ to: '+447700900199' }]);
  expect(new URL(page.url()).pathname).toBe('/dashboard');
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
