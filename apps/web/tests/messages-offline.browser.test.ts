import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isPageKept, keptIn } from './support/kept-page.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const ADA = '+447700900123';
const TEXT = 'Written in a tunnel';
const stage = await testStage();
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a message' });
const delivered = (page: Page) => page.locator('[data-testid="message"][data-status="delivered"]');

/** How often the server has a text in the conversation. */
const keptTimes = async (page: Page): Promise<number> =>
  await page.evaluate(
    async ({ peer, text }) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('farline.token')}` };
      const reply = await fetch(`/api/v1/messages/threads/${encodeURIComponent(peer)}/messages`, { headers });
      const { items } = (await reply.json()) as { items: { text: string }[] };
      return items.filter((one) => one.text === text).length;
    },
    { peer: ADA, text: TEXT },
  );

/** How often the carrier took a text. */
async function takenTimes(wanted: string): Promise<number> {
  const reply = await fetch(new URL('/messages?limit=1000', stack.carrierRecordUrl));
  const { messages } = (await reply.json()) as { messages: { text: string }[] };
  return messages.filter(({ text }) => text === wanted).length;
}

test('what is written without a network is kept through a reload, and goes out once when the line is back', async () => {
  const page = await stage.openPage({ fetchesAhead: true });
  await enter(page, `${stack.url}/messages/${ADA}`);
  await page.evaluate(async () => await navigator.serviceWorker.ready);
  await expect.poll(async () => [await isPageKept(page), (await keptIn(page)) !== '']).toEqual([true, true]);
  await field(page).fill('Before it');
  await field(page).press('Enter');
  await delivered(page).getByText('Before it').waitFor();

  await page.context().setOffline(true);
  await field(page).fill(TEXT);
  await field(page).press('Enter');
  const waiting = page.locator('[data-testid="outgoing"][data-status="waiting"]');
  await waiting.getByText(TEXT).waitFor();
  expect(await field(page).inputValue()).toBe('');
  await keepPicture(page, 'messages-offline');

  // Whoever leaves and comes back finds it waiting.
  await page.getByRole('link', { name: 'Contacts', exact: true }).first().click();
  await page.waitForURL('**/contacts');
  await page.goBack();
  await waiting.getByText(TEXT).waitFor();
  await page.reload();
  await page.getByText('This conversation couldn’t be loaded').waitFor();
  await waiting.getByText(TEXT).waitFor();
  await keepPicture(page, 'messages-offline-again');
  expect(await takenTimes('Before it')).toBe(1);
  expect(await takenTimes(TEXT)).toBe(0);

  // Nobody has to do anything more.
  await page.context().setOffline(false);
  await delivered(page).getByText(TEXT).waitFor();
  await page.getByTestId('outgoing').waitFor({ state: 'detached' });
  await page.reload();
  await delivered(page).getByText(TEXT).waitFor();
  expect(await keptTimes(page)).toBe(1);
  expect(await takenTimes(TEXT)).toBe(1);
  await page.context().close();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
