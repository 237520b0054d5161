import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compiledCode } from '@farline/tools/compiled-code';
import { withClient } from '@farline/tools/with-client';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { iconContrast } from './support/axe.ts';
import { expectWhole } from './support/looks.ts';
import { enter, practiceOf } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';
import { ownNumber, receive } from './support/texts-in.ts';

const OPERATOR = fileURLToPath(new URL('../../server/src/operator.ts', import.meta.url));
const ADA = '+447700900123';
const stage = await testStage();

const field = (page: Page) => page.getByRole('textbox', { name: 'Write a message' });
const bubbles = (page: Page, status: string) => page.locator(`[data-testid="message"][data-status="${status}"]`);

/** Lets somebody write under a name, as an operator does. */
async function allowSender(email: string, name: string): Promise<void> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...compiledCode(),
    DATABASE_URL: stack.databaseUrl,
    SUDO_USER: 'grace',
  };
  await promisify(execFile)(process.execPath, [OPERATOR, 'sender', email, name], { env });
}

test('a message is begun with a number, priced while it is typed, sent, delivered, and costs what was shown', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages`);
  await page.getByText('No messages yet').waitFor();
  await page.getByRole('button', { name: 'New message' }).first().click();
  await page.getByTestId('new-message').getByRole('textbox', { name: 'To' }).fill('Nobody known');
  await page.getByTestId('new-message').getByText('Nobody matches. Enter a number instead.').waitFor();
  // Who goes on all the same is told that once, and by the field.
  await page.keyboard.press('Enter');
  const whom = page.getByTestId('new-message').getByRole('textbox', { name: 'To' });
  await expect.poll(async () => await whom.getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByTestId('new-message').getByText('Nobody matches. Enter a number instead.').count()).toBe(1);
  expect(await page.getByTestId('new-message').getByText('Enter a whole number', { exact: false }).count()).toBe(0);
  await page.getByTestId('new-message').getByRole('textbox', { name: 'To' }).fill('+44 7700 900123');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/messages/${ADA}`);
  const send = page.getByRole('button', { name: 'Send', exact: true });
  expect(await send.isDisabled()).toBe(true);

  await field(page).fill('It’s at eight.');
  await expect.poll(async () => await iconContrast(send)).toBeGreaterThan(4.5);
  await page.locator('[data-testid="counted"] [data-encoding="ucs-2"][data-segments="1"]').waitFor();
  await page.getByTestId('forced-by').getByRole('button').click();
  await page.locator('[data-encoding="gsm-7"]').waitFor();
  expect(await field(page).inputValue()).toBe("It's at eight.");
  const cost = /^\$([\d.]+) per message part$/.exec((await page.getByTestId('cost').textContent()) ?? '')?.[1];
  const before = Number(await practiceOf(page));
  await field(page).press('Enter');

  await bubbles(page, 'delivered').getByText("It's at eight.").waitFor();
  expect(await field(page).inputValue()).toBe('');
  await expect.poll(async () => (before - Number(await practiceOf(page))).toFixed(4)).toBe(cost);
  await bubbles(page, 'delivered').getByRole('button', { name: 'Details' }).click();
  await page.getByTestId('message-facts').getByText(`$${cost}`).first().waitFor();
  await expectWhole(page, 'messages-thread');

  // A line of the ledger leads by the message alone.
  const { items } = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('farline.token')}` };
    const reply = await fetch(`/api/v1/messages/threads/${encodeURIComponent('+447700900123')}/messages`, { headers });
    return (await reply.json()) as { items: { id: string }[] };
  });
  await page.goto(`${stack.url}/messages?message=${items[0]?.id}`);
  await page.waitForURL((url) => url.pathname === `/messages/${ADA}` && url.search === `?message=${items[0]?.id}`);
  await page.locator('[data-testid="message"][aria-current="true"]').getByText("It's at eight.").waitFor();
});

test('the dashboard’s “Send a text” asks whom to write to, once', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/dashboard`);
  await page.getByRole('region', { name: 'Quick actions' }).getByRole('link', { name: 'Send a text' }).click();
  await page.getByTestId('new-message').getByRole('textbox', { name: 'To' }).fill('+44 7700 900123');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/messages/${ADA}`);
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/messages' && url.search === '');
  await page.getByRole('button', { name: 'New message' }).first().waitFor();
  expect(await page.getByTestId('new-message').count()).toBe(0);
});

test('who a message is from is chosen where a name was allowed, is remembered, and is refused where networks take none', async () => {
  const page = await stage.openTab();
  const { email } = await enter(page, `${stack.url}/messages/${ADA}`);
  await field(page).waitFor();
  expect(await page.getByTestId('sender').count()).toBe(0);
  await allowSender(email, 'Acme');
  await page.reload();
  await page.getByLabel('From', { exact: true }).selectOption('Acme');
  await expect.poll(async () => await page.getByTestId('sender').inputValue()).toBe('Acme');
  await field(page).fill('Your order is here.');
  await page.getByTestId('cost').waitFor();
  await field(page).press('Enter');
  await bubbles(page, 'delivered').getByText('Your order is here.').waitFor();
  await bubbles(page, 'delivered').getByRole('button', { name: 'Details' }).click();
  await page.getByTestId('message-facts').getByText('Acme').first().waitFor();
  await page.reload();
  await expect.poll(async () => await page.getByTestId('sender').inputValue()).toBe('Acme');
  await expectWhole(page, 'messages-sender');

  await page.goto(`${stack.url}/messages/+12025550123`);
  await page.getByLabel('From', { exact: true }).selectOption('Acme');
  const refusal = page.getByText('Networks there don’t accept names as senders.', { exact: false });
  await refusal.waitFor();
  const { promise: asked, resolve: nowAsked } = Promise.withResolvers<void>();
  const { promise: answers, resolve: nowAnswer } = Promise.withResolvers<void>();
  await page.route('**/messages/preview*', async (route) => {
    nowAsked();
    await answers;
    await route.continue();
  });
  await field(page).fill('Hello');
  await asked;
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
  nowAnswer();
  await refusal.waitFor();
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
  await page.getByLabel('From', { exact: true }).selectOption(await ownNumber(page));
  await page.getByTestId('cost').waitFor();
});

test('who has a name and no number writes under the name with nothing to choose, now and later', async () => {
  const page = await stage.openTab();
  const { email } = await enter(page, `${stack.url}/messages/${ADA}`);
  await field(page).waitFor();
  await allowSender(email, 'Acme');
  // As when somebody has paid and rents no number: the one to practise with writes to no real telephone.
  await withClient(stack.databaseUrl, async (database) => {
    await database.query('update numbers.number set has_sms = false where e164 = $1', [await ownNumber(page)]);
  });
  await page.reload();
  await field(page).fill('Your order is here.');
  await page.getByTestId('cost').waitFor();
  expect(await page.getByTestId('sender').count()).toBe(0);
  await field(page).press('Enter');
  await bubbles(page, 'delivered').getByText('Your order is here.').waitFor();
  await bubbles(page, 'delivered').getByRole('button', { name: 'Details' }).click();
  await page.getByTestId('message-facts').getByText('Acme').first().waitFor();

  await field(page).fill('It’s here.');
  await page.getByRole('button', { name: 'Send later' }).click();
  await page.getByTestId('send-later').getByRole('button', { name: 'Schedule' }).click();
  await page.getByTestId('scheduled').getByRole('button', { name: 'Change' }).click();
  const change = page.getByTestId('change-scheduled');
  await change.locator('[data-encoding="ucs-2"][data-segments="1"]').waitFor();
  await change.getByText('per message part.').waitFor();
  await expectWhole(page, 'messages-scheduled-change');
  await change.getByTestId('forced-by').getByRole('button').click();
  await change.locator('[data-encoding="gsm-7"][data-segments="1"]').waitFor();
  await change.getByRole('button', { name: 'Save' }).click();
  await page.getByTestId('scheduled').getByText("It's here.").waitFor();
});

test('a message that comes in is unread on each page at once, and read on each when it was seen on one', async () => {
  const first = await stage.openPage();
  await enter(first, `${stack.url}/dashboard`);
  const second = await first.context().newPage();
  await second.goto(`${stack.url}/messages`);
  await second.getByText('No messages yet').waitFor();
  await receive(await ownNumber(first), ADA, 'Are you there?');

  await first.getByTestId('unread-messages').getByText('1 unread message').waitFor();
  const line = second.locator(`[data-peer="${ADA}"][data-unread="1"]`);
  await line.getByText('Are you there?').waitFor();
  await line.click();
  await bubbles(second, 'received').getByText('Are you there?').waitFor();
  for (const page of [first, second]) await page.getByTestId('unread-messages').waitFor({ state: 'detached' });

  await field(second).fill('Nearly');
  await first.goto(`${stack.url}/messages/${ADA}`);
  await expect.poll(async () => await field(first).inputValue()).toBe('Nearly');
  await first.context().close();
});

test('a message whose answer is lost on the way is sent once', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages/${ADA}`);
  let attempts = 0;
  await page.route('**/api/v1/messages', async (route) => {
    attempts += 1;
    if (attempts > 1) return await route.continue();
    await route.fetch();
    await route.abort();
  });
  // What the thread tells of a message takes it out of what is being sent, perhaps before its answer is lost.
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/v1/messages'),
  );
  await field(page).fill('Only once');
  await field(page).press('Enter');
  await answered;
  expect(attempts).toBe(2);
  await bubbles(page, 'delivered').getByText('Only once').waitFor();
  await page.getByTestId('outgoing').waitFor({ state: 'detached' });
  await page.reload();
  await bubbles(page, 'delivered').getByText('Only once').waitFor();
  expect(await page.getByTestId('message').count()).toBe(1);
});

test('on a telephone the thread and the list stand one after the other, and Escape leads back to the list', async () => {
  const page = await stage.openPage({ viewport: { width: 360, height: 740 } });
  await enter(page, `${stack.url}/messages/${ADA}`);
  await field(page).fill('A draft');
  const list = page.getByTestId('thread-list');
  expect(await list.isVisible()).toBe(false);
  await page.getByRole('link', { name: 'All conversations' }).click();
  await list.getByText('A draft').waitFor();
  expect(await field(page).isVisible()).toBe(false);
  await expectWhole(page, 'messages-list');
  await page.setViewportSize({ width: 360, height: 740 });
  await list.getByRole('link').click();
  await field(page).press('Escape');
  await page.waitForURL('**/messages');
  const link = list.getByRole('link');
  await expect.poll(async () => await link.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.context().close();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
