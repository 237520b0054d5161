import { expect, test } from 'vitest';
import { expectWhole } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const NOT_DELIVERED = '+447700900001';
const ANSWERS = '+447700900007';
const stage = await testStage();

test('a message that was not delivered is sent again with one press, as another message', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages/${NOT_DELIVERED}`);
  await page.getByRole('textbox', { name: 'Write a message' }).fill('See you at eight');
  await page.keyboard.press('Enter');
  const messages = page.getByTestId('thread').getByTestId('message');
  const undelivered = page.locator('[data-testid="message"][data-status="undelivered"]');
  await undelivered.first().waitFor();
  await expectWhole(page, 'message-undelivered');
  await undelivered.getByRole('button', { name: 'Send again' }).press('Enter');
  await expect.poll(async () => await messages.count()).toBe(2);
  await expect.poll(async () => await undelivered.count()).toBe(2);
  const texts = await messages.allInnerTexts();
  for (const text of texts) expect(text).toContain('See you at eight');
});

test('who is blocked is out of the inbox on every page, what they write counts nowhere, and they come back when unblocked', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages/${ANSWERS}`);
  const other = await page.context().newPage();
  await other.goto(`${stack.url}/messages`);
  await page.getByRole('textbox', { name: 'Write a message' }).fill('Hello');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByText('You’ve blocked this person.').waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(async () => await page.getByTestId('message').count()).toBe(2);

  await other.getByText('No messages yet').waitFor();
  expect(await other.locator('[data-peer]').count()).toBe(0);
  await other.getByRole('radio', { name: 'Blocked' }).check({ force: true });
  await other.locator(`[data-peer="${ANSWERS}"][data-unread="0"]`).waitFor();
  await expectWhole(page, 'thread-blocked');
  await page.getByRole('button', { name: 'Unblock' }).click();
  await other.getByText('You haven’t blocked anybody.').waitFor();
  await other.getByRole('radio', { name: 'Inbox' }).check({ force: true });
  await other.locator(`[data-peer="${ANSWERS}"]`).waitFor();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
