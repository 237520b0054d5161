import { createHash, randomBytes } from 'node:crypto';
import { withClient } from '@farline/tools/with-client';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallIn, callIn, ownNumber, watchLines } from './support/calls-in.ts';
import { enter, type Person } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { giveAPushService, notificationsOn, workerOf } from './support/push.ts';
import { stack } from './support/stack.ts';
import { openStage, type Stage } from './support/stage.ts';

/** Calls that come in while no page is open: the engine holds them, a notification rings, and what is pressed in it is done. */

const CALLER = '+447700900555';
const PATIENCE = { timeout: 30_000, interval: 100 };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({});
});
afterAll(async () => await stage.close());

/** Somebody who has switched notifications on, at their settings. */
async function aReachable() {
  const page = await stage.openPage({ fetchesAhead: true });
  const context = page.context();
  await context.grantPermissions(['notifications', 'microphone'], { origin: new URL(stack.url).origin });
  await giveAPushService(page);
  const lines = watchLines(page);
  const person = await enter(page, `${stack.url}/settings/notices`);
  await page.evaluate(async () => await navigator.serviceWorker.ready);
  await page.getByRole('button', { name: 'Switch on notifications' }).click();
  await page.getByTestId('push-settings').getByText('This device').waitFor();
  await expect.poll(lines.registrations, PATIENCE).toBeGreaterThan(0);
  return { page, context, person, number: await ownNumber(page), worker: await workerOf(page) };
}

/** The call that a user's browsers are told of, with a proof that this test knows: the one that was sent is known to nobody here. */
async function toldOf({ email }: Person): Promise<{ id: string; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest();
  let id = '';
  await expect
    .poll(
      async () =>
        await withClient(stack.databaseUrl, async (database) => {
          const { rows } = await database.query<{ id: string }>(
            `update push.ringing_call set token_hash = $1 where over_at is null and user_id = (select id from accounts.user where email = $2)
             returning call_id as id`,
            [hash, email],
          );
          id = rows[0]?.id ?? '';
          return rows.length;
        }),
      PATIENCE,
    )
    .toBe(1);
  return { id, token };
}

const ringing = (call: { id: string; token: string }) => ({
  tag: `call ${call.id}`,
  title: 'Incoming call',
  body: CALLER,
  path: '/dashboard',
  call: { ...call, answer: 'Answer', decline: 'Decline' },
});

/**
 * Presses a button of what is shown, as the worker hears of it. A click of a test's own may open no window: the test opens it where the worker
 * wants one.
 */
async function press(context: BrowserContext, { tag, action }: { tag: string; action: string }): Promise<void> {
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('there is no worker');
  await worker.evaluate(`(async () => {
    WindowClient.prototype.focus = async () => undefined;
    Clients.prototype.openWindow = async (path) => {
      self.wanted = path;
      for (;;) {
        const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
        const opened = pages.find(({ url }) => new URL(url).pathname === path);
        if (opened !== undefined) return opened;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const [notification] = await registration.getNotifications({ tag: ${JSON.stringify(tag)} });
    const click = new NotificationEvent('notificationclick', { notification, action: ${JSON.stringify(action)} });
    click.waitUntil = () => undefined;
    dispatchEvent(click);
  })()`);
}

const wantedWindow = async (context: BrowserContext) => await context.serviceWorkers()[0]?.evaluate('self.wanted');
const shownOn = async (page: Page) => (await notificationsOn(page)).map(({ tag }) => tag);
const answeredBy = async (call: CallIn) =>
  await expect.poll(async () => (await call.record()).answeredAt, PATIENCE).not.toBeNull();

/** A page of the same origin that nobody is signed in at, and that no call comes to. */
async function aPlainPage(context: BrowserContext): Promise<Page> {
  const plain = await context.newPage();
  await plain.goto(`${stack.url}/offline.html`);
  return plain;
}

test('no page is open: the notification rings with two buttons, and Answer opens one page, which takes the call', async ({
  expect,
}) => {
  const { page, context, person, number, worker } = await aReachable();
  await page.goto('about:blank');
  const call = await callIn(number, CALLER);
  const told = await toldOf(person);
  await worker.push(ringing(told));
  const plain = await aPlainPage(context);
  await expect.poll(async () => await shownOn(plain), PATIENCE).toEqual([`call ${told.id}`]);
  const buttons = await plain.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const [shown] = (await registration?.getNotifications()) ?? [];
    return (shown as unknown as { actions: { title: string }[] }).actions.map(({ title }) => title);
  });
  expect(buttons).toEqual(['Answer', 'Decline']);
  await plain.close();

  await press(context, { tag: `call ${told.id}`, action: 'answer' });
  await expect.poll(async () => await wantedWindow(context), PATIENCE).toBe('/dashboard');
  await page.goto(`${stack.url}/dashboard`);
  await phoneOn(page).reaches('in-call');
  await answeredBy(call);
  await expect.poll(async () => await shownOn(page), PATIENCE).toEqual([]);
  await phoneOn(page).hangUp();
  await phoneOn(page).reaches('ended');
});

test('a page that is open answers where it stands, and no second one is opened', async ({ expect }) => {
  const { page, context, person, number, worker } = await aReachable();
  const call = await callIn(number, CALLER);
  const told = await toldOf(person);
  await page.getByTestId('incoming-call').waitFor();
  const plain = await aPlainPage(context);
  await plain.bringToFront();
  await worker.push(ringing(told));
  // Somebody looks at a page of ours, and nothing is shown: so it is shown by hand.
  await context.serviceWorkers()[0]?.evaluate(`registration.showNotification('Incoming call', {
    tag: 'call ${told.id}', data: { path: '/dashboard', call: { id: '${told.id}', token: '${told.token}' } } })`);
  await plain.close();
  await press(context, { tag: `call ${told.id}`, action: 'answer' });

  await phoneOn(page).reaches('in-call');
  await answeredBy(call);
  expect(new URL(page.url()).pathname).toBe('/settings/notices');
  expect(await wantedWindow(context)).toBeUndefined();
  await call.end();
  await phoneOn(page).reaches('ended');
});

test('Decline is declined to the caller, and opens no page', async ({ expect }) => {
  const { page, context, person, number, worker } = await aReachable();
  await page.goto('about:blank');
  const call = await callIn(number, CALLER);
  const told = await toldOf(person);
  await worker.push(ringing(told));
  const plain = await aPlainPage(context);
  await expect.poll(async () => await shownOn(plain), PATIENCE).toEqual([`call ${told.id}`]);
  await press(context, { tag: `call ${told.id}`, action: 'decline' });

  await expect.poll(async () => (await call.record()).status, PATIENCE).toBe(603);
  await expect.poll(async () => await shownOn(plain), PATIENCE).toEqual([]);
  expect(await wantedWindow(context)).toBeUndefined();
});

test('a call that is over goes from the screen, and that it was missed stays', async ({ expect }) => {
  const { page, context, worker } = await aReachable();
  await page.goto('about:blank');
  const told = { id: crypto.randomUUID(), token: 'x' };
  const missed = { id: crypto.randomUUID() };
  await worker.push(ringing(told));
  await worker.push({ tag: `call ${missed.id}`, title: 'Missed call', body: CALLER, path: '/calls' });
  const plain = await aPlainPage(context);
  await expect.poll(async () => (await shownOn(plain)).length, PATIENCE).toBe(2);

  for (const { id } of [told, missed]) {
    await worker.push({ tag: `call ${id}`, title: 'Farline', body: '', path: '/', isOver: true });
  }
  await expect.poll(async () => await shownOn(plain), PATIENCE).toEqual([`call ${missed.id}`]);
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
