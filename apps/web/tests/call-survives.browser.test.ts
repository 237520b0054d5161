import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { carrierRecordOf } from './support/carrier.ts';
import { practiceOf, enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();

/** A tab of somebody who talks. */
async function tabInCall(): Promise<Page> {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/dashboard`);
  await phoneOn(page).type('+447700900123');
  await phoneOn(page).call();
  await phoneOn(page).reaches('in-call');
  return page;
}

/** Another tab of the same person, which shows the call of theirs. */
async function tabBeside(page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(stack.url + path);
  await phoneOn(other).reaches('elsewhere');
  return other;
}

test('a call goes on while the pages change, and is seen from each of them', async () => {
  const page = await stage.openTab();
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, `${stack.url}/dashboard`);
  const phone = phoneOn(page);
  await phone.open();
  await phone.type('+447700900123');
  await phone.call();
  await phone.reaches('in-call');
  await page.getByRole('button', { name: 'Close the phone' }).click();
  for (const [link, path] of [
    ['Calls', '/calls'],
    ['Pricing', '/pricing'],
    ['Dashboard', '/dashboard'],
  ] as const) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: link, exact: true }).click();
    await page.waitForURL(`**${path}`);
    expect(await page.getByTestId('call-bar').getAttribute('data-state')).toBe('in-call');
  }
  await keepPicture(page, 'call-bar-narrow');
  await page.getByTestId('call-bar').getByRole('button', { name: 'Hang up' }).click();
  await page.getByTestId('call-bar').waitFor({ state: 'detached' });
});

test('a second tab shows the call, does not end it by closing, and cannot start another', async () => {
  const page = await tabInCall();

  const second = await tabBeside(page, '/dashboard');
  await phoneOn(second).root.getByText('On another tab or device').waitFor();
  await keepPicture(second, 'phone-elsewhere');
  await second.getByRole('button', { name: 'Use the phone here' }).click();
  await phoneOn(second).type('+447700900124');
  await phoneOn(second).call();
  await second.getByTestId('phone-problem').waitFor();
  expect(await second.getByTestId('phone-problem').textContent()).toContain('Another tab is using the phone');
  await second.close();

  expect(await phoneOn(page).reaches('in-call')).toBe('in-call');
  const third = await tabBeside(page, '/calls');
  await phoneOn(page).hangUp();
  await phoneOn(page).readEnd();
  await phoneOn(third).reaches('idle');
});

test('a call that another tab carries is ended from the phone of a second one, and charged', async () => {
  const page = await tabInCall();
  const second = await tabBeside(page, '/dashboard');

  await phoneOn(second).root.getByRole('button', { name: 'Hang up' }).click();

  expect(Number((await phoneOn(page).readEnd()).amount)).toBeGreaterThan(0);
  await phoneOn(second).reaches('idle');
});

test('a call that runs is ended from its details', async () => {
  const page = await tabInCall();
  const second = await tabBeside(page, '/calls?view=all');
  await phoneOn(second).root.getByRole('button', { name: 'Use the phone here' }).click();
  await second.getByTestId('call-list').locator('[data-line]').first().click();
  const detail = second.getByTestId('call-detail');
  await keepPicture(second, 'call-detail-running');

  await detail.getByRole('button', { name: 'End this call' }).click();

  expect(Number((await phoneOn(page).readEnd()).amount)).toBeGreaterThan(0);
  await detail.getByText('Ended by').waitFor();
  expect(await detail.getByRole('button', { name: 'End this call' }).count()).toBe(0);
});

test('leaving in mid-call asks first; afterwards the page says that the call has ended, why and for how much', async () => {
  const page = await tabInCall();
  await page.getByTestId('mute').click(); // A page that was never touched may not ask.

  let wasAsked = false;
  page.on('dialog', (dialog) => {
    wasAsked = dialog.type() === 'beforeunload';
    void dialog.accept();
  });
  await page.reload();
  expect(wasAsked).toBe(true);

  await phoneOn(page).reaches('ended');
  expect(await phoneOn(page).root.textContent()).toContain('The page was reloaded during this call');
  const end = await phoneOn(page).readEnd();
  expect(Number(end.amount)).toBeGreaterThan(0);
  await expect.poll(async () => Number(await practiceOf(page))).toBeCloseTo(2 - Number(end.amount), 6);
  await keepPicture(page, 'phone-after-reload');
});

test('live push that dies in mid-call comes back: the end is known, once, and the balance is true', async () => {
  const page = await stage.openTab();
  const sockets: { close: () => Promise<void> }[] = [];
  let opened = 0;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    opened += 1;
    socket.connectToServer();
    sockets.push(socket);
  });
  await enter(page, `${stack.url}/dashboard`);
  await phoneOn(page).type('+447700900123');
  await phoneOn(page).call();
  await phoneOn(page).reaches('in-call');
  const before = opened;
  for (const socket of sockets) await socket.close();

  await phoneOn(page).hangUp();
  const end = await phoneOn(page).readEnd();
  await expect.poll(() => opened, { timeout: 10_000 }).toBeGreaterThan(before);
  await expect
    .poll(async () => Number(await practiceOf(page)), { timeout: 10_000 })
    .toBeCloseTo(2 - Number(end.amount), 6);
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await expect.poll(async () => await page.getByTestId('people-list').locator('li').count()).toBe(1);
});

test('signing out in another tab does not end the call', async () => {
  const page = await tabInCall();

  const second = await page.context().newPage();
  await second.goto(`${stack.url}/dashboard`);
  await second.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  expect(await phoneOn(page).reaches('in-call')).toBe('in-call');
  await phoneOn(page).hangUp();
});

test('a session that the server refuses in mid-call leads to sign-in, and the call goes on', async () => {
  const number = '+447700900124';
  const page = await stage.openTab();
  await enter(page, `${stack.url}/dashboard`);
  await phoneOn(page).type(number);
  await phoneOn(page).call();
  await phoneOn(page).reaches('in-call');

  const refused = { status: 401, json: { code: 'unauthorized', message: 'Please sign in to continue.' } };
  await page.route('**/api/v1/**', async (route) => {
    await (route.request().method() === 'GET' ? route.fulfill(refused) : route.continue());
  });
  const analytics = page.getByRole('link', { name: 'Analytics', exact: true });
  await Promise.race([analytics.click(), page.waitForURL('**/login**')]); // Something else may ask before.
  await page.waitForURL('**/login**');
  expect(await phoneOn(page).reaches('in-call')).toBe('in-call');
  expect(await page.evaluate(() => localStorage.getItem('farline.token'))).toBeNull();
  const { packets } = (await carrierRecordOf(stack.carrierRecordUrl, number)) ?? { packets: { received: 0 } };
  await expect
    .poll(async () => (await carrierRecordOf(stack.carrierRecordUrl, number))?.packets.received, { timeout: 10_000 })
    .toBeGreaterThan(packets.received);
  expect((await carrierRecordOf(stack.carrierRecordUrl, number))?.endedAt).toBeNull();
  await phoneOn(page).hangUp();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
