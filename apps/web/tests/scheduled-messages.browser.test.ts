import { withClient } from '@farline/tools/with-client';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectWhole } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const ADA = '+447700900123';
const stage = await testStage();

const field = (page: Page) => page.getByRole('textbox', { name: 'Write a message' });
const waiting = (page: Page) => page.locator('[data-testid="scheduled"][data-status="scheduled"]');

test('a message is sent later at a time of theirs, changed and cancelled, by the keyboard alone', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages/${ADA}`);
  await field(page).fill('Happy birthday');
  const later = page.getByRole('button', { name: 'Send later' });
  await later.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByTestId('send-later');
  await dialog.getByText('You pay when it’s sent').waitFor();
  await expectWhole(page, 'send-later');
  expect(await dialog.getByLabel('Time', { exact: true }).inputValue()).toBe('09:00');
  await dialog.getByLabel('Time', { exact: true }).fill('23:30');
  await dialog.getByLabel('Time', { exact: true }).press('Enter');

  await waiting(page).getByText('Happy birthday').waitFor();
  expect(await field(page).inputValue()).toBe('');
  expect(await page.getByTestId('message').count()).toBe(0);
  await page.getByRole('log').getByText('Scheduled for').waitFor();
  await expectWhole(page, 'scheduled-message');

  await waiting(page).getByRole('button', { name: 'Change' }).press('Enter');
  const change = page.getByTestId('change-scheduled');
  await change.getByLabel('Write a message').fill('Happy birthday, Ada');
  const save = change.getByRole('button', { name: 'Save' });
  // Once its price is there.
  await expect.poll(async () => await save.isEnabled()).toBe(true);
  await save.press('Enter');
  await waiting(page).getByText('Happy birthday, Ada').waitFor();

  // The list of people knows that something waits.
  await page.goto(`${stack.url}/messages`);
  await page.locator(`[data-peer="${ADA}"]`).getByText('1 scheduled message').waitFor();
  await page.goto(`${stack.url}/messages/${ADA}`);
  await waiting(page).getByRole('button', { name: 'Cancel' }).press('Enter');
  const asked = page.getByTestId('delete-scheduled');
  await expectWhole(page, 'delete-scheduled');
  await asked.getByRole('button', { name: 'Delete message' }).press('Enter');
  await waiting(page).waitFor({ state: 'detached' });
  await page.getByText('Nothing here yet.').waitFor();
});

test('what is scheduled from a number that was given back goes out from another that is chosen', async () => {
  const page = await stage.openTab();
  const { email } = await enter(page, `${stack.url}/messages/${ADA}`);
  await field(page).fill('From the old number');
  await page.getByRole('button', { name: 'Send later' }).click();
  const dialog = page.getByTestId('send-later');
  await dialog.getByText('You pay when it’s sent').waitFor();
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await waiting(page).getByText('From the old number').waitFor();
  const random = String(Math.floor(1e7 + Math.random() * 9e7));
  const [first, second] = [`+99901${random}`, `+99902${random}`];
  await withClient(stack.databaseUrl, async (database) => {
    await database.query(
      `with owner as (select account_id from accounts.user where email = $1),
         given_back as (delete from numbers.number using owner where number.account_id = owner.account_id)
       insert into numbers.number (e164, account_id, kind, created_at)
         select e164, account_id, 'sandbox', now() from owner, unnest($2::text[]) e164`,
      [email, [first, second]],
    );
  });
  await page.reload();
  await waiting(page).getByRole('button', { name: 'Change' }).click();
  const change = page.getByTestId('change-scheduled');
  const from = change.getByLabel('From', { exact: true });
  await expect.poll(async () => [first, second].includes(await from.inputValue())).toBe(true);
  await from.selectOption(second);
  const save = change.getByRole('button', { name: 'Save' });
  await expect.poll(async () => await save.isEnabled()).toBe(true);
  await expectWhole(page, 'scheduled-sender');
  await save.click();
  await change.waitFor({ state: 'detached' });
  await page.reload();
  await waiting(page).getByRole('button', { name: 'Change' }).click();
  await expect.poll(async () => await from.inputValue()).toBe(second);
});

test('what is scheduled from a number that was given back says which one number it goes out from instead', async () => {
  const page = await stage.openTab();
  const { email } = await enter(page, `${stack.url}/messages/${ADA}`);
  await field(page).fill('From the old number');
  await page.getByRole('button', { name: 'Send later' }).click();
  const dialog = page.getByTestId('send-later');
  await dialog.getByText('You pay when it’s sent').waitFor();
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await waiting(page).getByText('From the old number').waitFor();
  await withClient(stack.databaseUrl, async (database) => {
    await database.query(
      `with owner as (select account_id from accounts.user where email = $1),
         given_back as (delete from numbers.number using owner where number.account_id = owner.account_id)
       insert into numbers.number (e164, account_id, kind, created_at) select $2, account_id, 'sandbox', now() from owner`,
      [email, `+99901${Math.floor(1e7 + Math.random() * 9e7)}`],
    );
  });
  await page.reload();
  await waiting(page).getByRole('button', { name: 'Change' }).click();
  const change = page.getByTestId('change-scheduled');
  await change.getByText('isn’t yours any more, so this goes out from').waitFor();
  await expectWhole(page, 'scheduled-sender-replaced');
});

test('a message that is to be scheduled is judged by the sender that is chosen meanwhile on another device', async () => {
  const page = await stage.openTab();
  const peer = '+12025550123';
  const { email } = await enter(page, `${stack.url}/messages/${peer}`);
  await withClient(stack.databaseUrl, async (database) => {
    await database.query(
      `insert into messages.sender_name (account_id, name, registered_in, allowed_at)
         select account_id, 'Acme', '{}', now() from accounts.user where email = $1`,
      [email],
    );
  });
  await page.reload();
  await page.getByTestId('sender').waitFor();
  await field(page).fill('See you at eight');
  await page.getByRole('button', { name: 'Send later' }).click();
  const dialog = page.getByTestId('send-later');
  await dialog.getByText('You pay when it’s sent').waitFor();
  const status = await page.evaluate(async (to) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('farline.token')}`,
      'content-type': 'application/json',
    };
    const path = `/api/v1/messages/threads/${encodeURIComponent(to)}`;
    return (await fetch(path, { method: 'PATCH', headers, body: JSON.stringify({ sender: 'Acme' }) })).status;
  }, peer);
  expect(status).toBe(200);
  await dialog.getByText('This name can’t be the sender there.', { exact: false }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Schedule' }).isDisabled()).toBe(true);
});

test('a refusal that comes after its dialog was closed is told beside what is done by then, and what was typed is kept', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages/${ADA}`);
  await field(page).fill('Happy birthday');
  await page.getByRole('button', { name: 'Send later' }).click();
  const dialog = page.getByTestId('send-later');
  await dialog.getByText('You pay when it’s sent').waitFor();
  await refusedLate(
    page,
    '**/api/v1/messages',
    async () => await dialog.getByRole('button', { name: 'Schedule' }).click(),
  );
  expect(await dialog.count()).toBe(0);
  expect(await field(page).inputValue()).toBe('Happy birthday');

  await page.getByRole('button', { name: 'Send later' }).click();
  await dialog.getByText('You pay when it’s sent').waitFor();
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  const change = page.getByTestId('change-scheduled');
  await waiting(page).getByRole('button', { name: 'Change' }).click();
  await change.getByLabel('Write a message').fill('Happy birthday, Ada');
  await change.getByLabel('Time', { exact: true }).fill('23:30');
  await refusedLate(
    page,
    '**/api/v1/messages/scheduled/*',
    async () => await change.getByRole('button', { name: 'Save' }).click(),
  );
  expect(await change.count()).toBe(0);
  await waiting(page).getByRole('button', { name: 'Change' }).click();
  expect(await change.getByLabel('Write a message').inputValue()).toBe('Happy birthday, Ada');
  expect(await change.getByLabel('Time', { exact: true }).inputValue()).toBe('23:30');
});

/** What is asked for by pressing is refused once its dialog has been closed: a toast tells it, and is dismissed. */
async function refusedLate(page: Page, route: string, press: () => Promise<void>): Promise<void> {
  const closed = Promise.withResolvers<void>();
  await page.route(route, async (asked) => {
    await closed.promise;
    await asked.fulfill({ status: 409, json: { code: 'number_not_rented', message: 'It was refused.' } });
  });
  const asked = page.waitForRequest((request) => ['POST', 'PATCH'].includes(request.method()));
  await press();
  await asked;
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  closed.resolve();
  const toast = page.locator('[data-sonner-toast]', { hasText: 'It was refused.' });
  await toast.waitFor();
  await toast.getByRole('button').first().click();
  await toast.waitFor({ state: 'detached' });
  await page.unroute(route);
}

test('a time that has passed is not taken', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages/${ADA}`);
  await field(page).fill('Too late');
  await page.getByRole('button', { name: 'Send later' }).click();
  const dialog = page.getByTestId('send-later');
  await dialog.getByText('You pay when it’s sent').waitFor();
  await dialog.locator('form').evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await dialog.getByLabel('Day').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await dialog.getByText('This time has passed').waitFor();
  expect(await waiting(page).count()).toBe(0);
});

test('a message whose time comes while its thread is open becomes one that is delivered', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages/${ADA}`);
  await page.getByText('Nothing here yet.').waitFor();
  const status = await page.evaluate(async (to) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('farline.token')}`,
      'content-type': 'application/json',
    };
    const sendAt = new Date(Date.now() + 1_000).toISOString();
    const body = JSON.stringify({ to, text: 'Good morning', sendAt });
    return (await fetch('/api/v1/messages', { method: 'POST', headers, body })).status;
  }, ADA);
  expect(status).toBe(201);
  await page.locator('[data-testid="message"][data-status="delivered"]').getByText('Good morning').waitFor();
  await page.getByTestId('scheduled').waitFor({ state: 'detached' });
});
