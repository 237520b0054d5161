import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectWhole } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';
import { ownNumber, receive } from './support/texts-in.ts';

const ADA = '+447700900123';
/** More than a page of a conversation. */
const LATER = 60;
const stage = await testStage();

const isInSight = async (one: Locator): Promise<boolean> =>
  await one.evaluate(
    async (element) =>
      await new Promise<boolean>((seen) => {
        new IntersectionObserver(([entry]) => seen(entry?.isIntersecting === true)).observe(element);
      }),
  );

test('a search shows the message that was found, and leads to it in its conversation, however far back it is', async () => {
  const page = await stage.openPage();
  await enter(page, `${stack.url}/messages`);
  const number = await ownNumber(page);
  const line = page.locator(`[data-peer="${ADA}"]`);
  await receive(number, ADA, 'Meet me beside the Xylophone at eight');
  await line.getByText('Xylophone').waitFor();
  for (let written = 1; written <= LATER; written += 1) await receive(number, ADA, `Later ${written}`);
  // They come side by side, in an order of their own.
  await page.locator(`[data-peer="${ADA}"][data-unread="${LATER + 1}"]`).waitFor();
  await receive(number, ADA, 'The latest');
  await page.locator(`[data-peer="${ADA}"][data-unread="${LATER + 2}"]`).waitFor();

  await page.getByRole('searchbox', { name: 'Name, number or words' }).fill('xylophone');
  await line.getByTestId('found').locator('mark').getByText('Xylophone').waitFor();
  await expectWhole(page, 'messages-found');
  await line.click();
  const found = page.locator('[data-testid="message"][aria-current="true"]');
  await found.getByText('Meet me beside the Xylophone at eight').waitFor();
  await expect.poll(async () => await isInSight(found)).toBe(true);
  expect(await found.evaluate((one) => one === document.activeElement)).toBe(true);
  await expectWhole(page, 'messages-found-thread');
  // What came later was not seen.
  expect(await line.getAttribute('data-unread')).toBe(String(LATER + 2));

  const messages = page.getByTestId('message');
  await page.getByRole('button', { name: 'To the latest' }).click();
  await messages.filter({ hasText: 'The latest' }).waitFor();
  await expect.poll(async () => await isInSight(messages.last())).toBe(true);
  expect(await messages.last().textContent()).toContain('The latest');
  await page.locator(`[data-peer="${ADA}"][data-unread="0"]`).waitFor();

  await line.click();
  await found.waitFor();
  const later = page.getByRole('button', { name: 'Show later ones' });
  await later.click();
  await later.waitFor({ state: 'detached' });
  await expect.poll(async () => await messages.count()).toBe(LATER + 2);
  expect(await messages.last().textContent()).toContain('The latest');
  // Whoever reads on goes on where they were.
  expect(await isInSight(messages.last())).toBe(false);
  await page.context().close();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
