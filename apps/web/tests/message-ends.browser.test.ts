import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectWhole } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const ADA = '+447700900123';
const stage = await testStage();
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a message' });

test('the receipt of a message opens from its details, and whoever has its address can check it', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages/${ADA}`);
  await field(page).fill('A secret');
  await field(page).press('Enter');
  const sent = page.locator('[data-testid="message"][data-status="delivered"]');
  await sent.getByRole('button', { name: 'Details' }).click();
  await sent.getByRole('button', { name: 'Verifiable receipt' }).click();
  await page.waitForURL('**/receipts/*');

  const stranger = await stage.openPage();
  await stranger.goto(page.url());
  const receipt = stranger.locator('[data-testid="receipt"][data-outcome="right"]');
  await receipt.waitFor();
  await stranger.getByRole('heading', { name: 'Receipt of a message' }).waitFor();
  expect(await receipt.textContent()).not.toContain('secret');
  await expectWhole(stranger, 'message-receipt');
  await stranger.context().close();
});

test('what is noted of a person stands below their name, on each page at once, and finds them', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages/${ADA}`);
  const other = await page.context().newPage();
  await other.goto(`${stack.url}/messages/${ADA}`);
  await field(other).waitFor();
  await page.getByRole('button', { name: 'Note' }).click();
  const dialog = page.getByTestId('note-dialog');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Prefers mornings.\nHas a dog.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  for (const one of [page, other]) await one.getByTestId('thread-note').getByText('Has a dog.').waitFor();
  await expectWhole(page, 'thread-note');
  await page.getByTestId('thread-note').click();
  expect(await dialog.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Prefers mornings.\nHas a dog.');
  await expectWhole(page, 'thread-note-dialog');
  await page.keyboard.press('Escape');
  await page.goto(`${stack.url}/messages`);
  await page.getByRole('searchbox', { name: 'Name, number or words' }).fill('mornings');
  await page.locator(`[data-peer="${ADA}"]`).waitFor();
});

test('before it is sent, the page says who may be a sender there, with the source', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages/+32470123456`);
  await field(page).fill('Hello');
  const rule = page.getByTestId('sender-rule');
  await rule.getByText(/^Only numbers may be senders there; yours is \+/).waitFor();
  expect(await rule.getByRole('link', { name: 'Source' }).getAttribute('href')).toMatch(/^https:/);
  await expectWhole(page, 'messages-sender-rule');
});

test('a contact is written to with one press, on a telephone too', async () => {
  const page = await stage.openPage({ viewport: { width: 360, height: 740 } });
  await enter(page, `${stack.url}/contacts`);
  await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('farline.token')}`,
      'content-type': 'application/json',
    };
    const numbers = [
      { number: '+447700900123', label: 'mobile' },
      { number: '+4930123456789', label: 'work' },
    ];
    const contact = { name: 'Augusta Ada King, Countess of Lovelace', numbers, note: 'Prefers mornings' };
    await fetch('/api/v1/contacts', { method: 'POST', headers, body: JSON.stringify(contact) });
  });
  await page.getByTestId('contact-list').getByText('Prefers mornings').waitFor();
  await expectWhole(page, 'contacts-text');
  await page.setViewportSize({ width: 360, height: 740 });
  await page
    .getByRole('link', { name: /7700 900123/ })
    .first()
    .click();
  await page.waitForURL(`**/messages/${ADA}`);
  await page.context().close();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
