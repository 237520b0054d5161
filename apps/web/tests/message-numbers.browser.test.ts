import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { expectWhole, resize } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

// A person with two numbers, who answers by both.
const [MOBILE, WORK] = ['+447700900007', '+447700910007'];
const SHOWN = { mobile: '+44 7700 900007', work: '+44 7700 910007' };
const stage = await testStage();

/** Asks the server as the page would. */
async function ask(page: Page, path: string, body: object): Promise<void> {
  const status = await page.evaluate(
    async ([where, sent]) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('farline.token') ?? ''}`,
        'idempotency-key': crypto.randomUUID().replaceAll('-', ''),
      };
      return (await fetch(`/api/v1${where}`, { method: 'POST', headers, body: JSON.stringify(sent) })).status;
    },
    [path, body] as const,
  );
  expect(status).toBe(201);
}

/** What the page marks as read from now on. What is marked with the office has its answer after one with the mobile. */
async function slowlyMarked(page: Page): Promise<string[]> {
  const marks: string[] = [];
  const { promise: isMobileRead, resolve: nowRead } = Promise.withResolvers<void>();
  await page.route('**/messages/threads/*', async (route) => {
    const request = route.request();
    const { readUpTo }: { readUpTo?: string } = request.postDataJSON() ?? {};
    if (readUpTo === undefined) return await route.continue();
    const isMobile = decodeURIComponent(request.url()).endsWith(MOBILE);
    marks.push(`${isMobile ? MOBILE : WORK} ${readUpTo}`);
    if (!isMobile) await isMobileRead;
    await route.fulfill({ response: await route.fetch() });
    if (isMobile) nowRead();
  });
  return marks;
}

test('a person with two numbers is one line and one story: what each wrote says its number, is read at once, and is answered by the one that is chosen', async () => {
  const page = await stage.openPage({ viewport: { width: 360, height: 740 } });
  await enter(page, `${stack.url}/messages`);
  await ask(page, '/messages', { to: MOBILE, text: 'By the mobile' });
  await ask(page, '/messages', { to: WORK, text: 'By the office' });
  const lines = page.getByTestId('thread-list').getByRole('listitem');
  await expect.poll(async () => await lines.count()).toBe(2);
  await ask(page, '/calls/initiate', { to: MOBILE });
  await ask(page, '/contacts', { name: 'Ada Lovelace', numbers: [{ number: MOBILE }, { number: WORK }] });

  // The contact is made here and now: nothing is loaded anew.
  await expect.poll(async () => await lines.count()).toBe(1);
  await expect.poll(async () => await lines.locator('[data-unread]').getAttribute('data-unread')).toBe('2');
  const marks = await slowlyMarked(page);
  await lines.getByText('Ada Lovelace').click();
  const thread = page.getByTestId('thread');
  await expect.poll(async () => await thread.getByTestId('message').count()).toBe(4);
  const numbers = await thread.getByTestId('message').getByTestId('peer-number').allTextContents();
  expect(numbers.toSorted()).toEqual([SHOWN.mobile, SHOWN.mobile, SHOWN.work, SHOWN.work]);
  await thread.getByTestId('thread-call').getByText(SHOWN.mobile).waitFor();
  await expectWhole(page, 'messages-two-numbers');
  expect(await findWrongs(page)).toEqual([]);

  const recipient = thread.getByLabel('To', { exact: true });
  await recipient.selectOption(WORK);
  await page.waitForURL(`**/messages/${WORK}`);
  await expect.poll(async () => await thread.getByTestId('message').count()).toBe(4);
  await thread.getByRole('textbox').fill('To the office');
  await thread.getByRole('button', { name: 'Send', exact: true }).click();
  await thread.getByTestId('message').filter({ hasText: 'To the office' }).getByText(SHOWN.work).waitFor();
  // Its answer too comes into the one story, whichever number is chosen.
  await recipient.selectOption(MOBILE);
  await page.waitForURL(`**/messages/${MOBILE}`);
  await expect.poll(async () => await thread.getByTestId('message').count()).toBe(6);

  await resize(page, { width: 1440, height: 900 });
  await expect.poll(async () => await lines.locator('[data-unread]').getAttribute('data-unread')).toBe('0');
  expect(marks).toEqual([...new Set(marks)]);
  expect(await lines.count()).toBe(1);
  await page.getByLabel('Name, number or words').fill('office');
  await lines.getByTestId('found').first().waitFor();
  expect(await lines.getByTestId('peer-number').allTextContents()).toEqual([SHOWN.work]);
  await page.context().close();
}, 120_000);

test('the arrow keys choose which number is written to, go on from there, and what is written moves along', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages`);
  await ask(page, '/contacts', { name: 'Ada Lovelace', numbers: [{ number: MOBILE }, { number: WORK }] });
  await page.goto(`${stack.url}/messages/${MOBILE}`);
  const thread = page.getByTestId('thread');
  const field = thread.getByRole('textbox', { name: 'Write a message' });
  const recipient = thread.getByLabel('To', { exact: true });
  await expect.poll(async () => await field.evaluate((one) => one === document.activeElement)).toBe(true);
  // Nothing moves to a number of which it isn't known what is begun with it.
  await page.waitForLoadState('networkidle');
  await field.fill('Are you in?');
  await recipient.focus();
  for (const [key, number] of [
    ['ArrowDown', WORK],
    ['ArrowUp', MOBILE],
    ['ArrowDown', WORK],
  ] as const) {
    // What is pressed where the focus is, which nobody has moved.
    await page.keyboard.press(key);
    await page.waitForURL(`**/messages/${number}`);
    // The address changes before what is shown does.
    await expect.poll(async () => await recipient.inputValue()).toBe(number);
    await expect.poll(async () => await recipient.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await field.inputValue()).toBe('Are you in?');
  }
  await page.goto(`${stack.url}/messages/${MOBILE}`);
  await recipient.waitFor();
  expect(await field.inputValue()).toBe('');
  await page.goto(`${stack.url}/messages/${WORK}`);
  await expect.poll(async () => await field.inputValue()).toBe('Are you in?');
});

test('the line of a person leads to the draft that it shows, whichever of their numbers it is for', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages`);
  await ask(page, '/contacts', { name: 'Ada Lovelace', numbers: [{ number: MOBILE }, { number: WORK }] });
  await page.goto(`${stack.url}/messages/${MOBILE}`);
  const field = page.getByRole('textbox', { name: 'Write a message' });
  await field.fill('Half a thought');
  await page.goto(`${stack.url}/messages`);
  await page.getByTestId('thread-list').getByText('Half a thought').waitFor();
  await ask(page, '/messages', { to: WORK, text: 'To the office' });
  const line = page.locator(`[data-peer="${WORK}"]`);
  await line.getByText('Half a thought').click();
  await page.waitForURL(`**/messages/${MOBILE}`);
  await expect.poll(async () => await field.inputValue()).toBe('Half a thought');
});

test('a conversation that is opened by its address is asked for once, by all numbers, and comes also where the names cannot be had', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages`);
  await ask(page, '/messages', { to: WORK, text: 'To the office' });
  await ask(page, '/contacts', { name: 'Ada Lovelace', numbers: [{ number: MOBILE }, { number: WORK }] });
  const { promise: askedForNames, resolve: nowAsked } = Promise.withResolvers<void>();
  const { promise: names, resolve: nowTell } = Promise.withResolvers<void>();
  await page.route('**/api/v1/contacts/names', async (route) => {
    nowAsked();
    await names;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith('/messages') && search !== '') asked.push(`messages${search}`);
    if (pathname.endsWith('/calls') && search.includes('with=')) asked.push(`calls${search}`);
  });
  // What is asked for of one number alone comes first, and what would be asked for too early before that.
  const previewed = page.waitForResponse((response) => response.url().includes('/messages/preview'));
  await page.goto(`${stack.url}/messages/${MOBILE}`);
  await askedForNames;
  await previewed;
  nowTell();
  await page.getByTestId('message').filter({ hasText: 'To the office' }).waitFor();
  const both = [MOBILE, WORK].map((number) => encodeURIComponent(number));
  expect(asked.toSorted()).toEqual([`calls?with=${both.join('%2C')}&limit=50`, `messages?limit=50&also=${both[1]}`]);

  await page.unroute('**/api/v1/contacts/names');
  await page.route('**/api/v1/contacts/names', async (route) => await route.fulfill({ status: 404, json: {} }));
  await page.goto(`${stack.url}/messages/${WORK}`);
  await page.getByTestId('message').filter({ hasText: 'To the office' }).waitFor();
});

test('a person’s line is the open one also by a number without a message, and Escape leads back to it', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages`);
  await ask(page, '/messages', { to: WORK, text: 'To the office' });
  await ask(page, '/contacts', { name: 'Ada Lovelace', numbers: [{ number: MOBILE }, { number: WORK }] });
  await page.goto(`${stack.url}/messages/${MOBILE}`);
  const line = page.locator(`[data-peer="${WORK}"]`);
  await expect.poll(async () => await line.getAttribute('aria-current')).toBe('page');
  await page.getByRole('textbox', { name: 'Write a message' }).press('Escape');
  await page.waitForURL('**/messages');
  await expect.poll(async () => await line.evaluate((one) => one === document.activeElement)).toBe(true);
});

test('of a person with one blocked number the page names it, and the button blocks the rest; then it lets all in again', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages`);
  await ask(page, '/messages', { to: WORK, text: 'To the office' });
  await page.goto(`${stack.url}/messages/${WORK}`);
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByText('You’ve blocked this person.').waitFor();
  await ask(page, '/contacts', { name: 'Ada Lovelace', numbers: [{ number: MOBILE }, { number: WORK }] });
  const some = page.getByText(`You’ve blocked ${SHOWN.work}.`);
  await some.waitFor();
  await page.getByLabel('To', { exact: true }).selectOption(MOBILE);
  await page.waitForURL(`**/messages/${MOBILE}`);
  await some.waitFor();
  await expectWhole(page, 'messages-one-number-blocked');
  await page.getByRole('button', { name: 'Block their other numbers too' }).click();
  await page.getByText('You’ve blocked this person.').waitFor();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await page.getByRole('button', { name: 'Block', exact: true }).waitFor();
  expect(await page.getByText('You’ve blocked').count()).toBe(0);
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
