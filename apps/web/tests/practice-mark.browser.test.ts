import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callIn, ownNumber, watchLines } from './support/calls-in.ts';
import { addContact } from './support/contacts.ts';
import { resize } from './support/looks.ts';
import { enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const NUMBER = '+447700900123';
const MARK = 'Practice call · nobody’s phone rings';

const stage = await testStage();

/** The number belongs to somebody who is known. */
async function addGrace(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('farline.token'));
  await addContact(token ?? '', { name: 'Grace Hopper', numbers: [{ number: NUMBER }] });
  await page.reload();
}

test('from dialling to the history, each sight of a practice call says that it is one', async () => {
  const page = await stage.openPage();
  await enter(page, `${stack.url}/dashboard`);
  await addGrace(page);
  const phone = phoneOn(page);
  const badge = phone.root.getByText(MARK, { exact: true });
  await phone.type(NUMBER);
  await badge.waitFor();

  const placed = Promise.withResolvers<void>();
  await page.route('**/api/v1/calls/initiate', async (route) => {
    await placed.promise;
    await route.continue();
  });
  await phone.call();
  await phone.reaches('starting');
  await badge.waitFor();
  await keepPicture(page, 'practice-starting');
  placed.resolve();
  await phone.reaches('ringing');
  await badge.waitFor();
  await phone.reaches('in-call');
  await badge.waitFor();
  // Above the keys there is one line, which says who it is, and that nobody's phone rings.
  await phone.root.getByRole('button', { name: 'Keypad' }).click();
  await phone.root.getByTitle('Grace Hopper').getByRole('img', { name: MARK }).waitFor();
  await phone.root.getByRole('button', { name: 'Keypad' }).click();

  const opens = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Keep this call on top' }).click();
  const top = await opens;
  await top.getByRole('img', { name: MARK }).waitFor();
  await top.evaluate(() => window.close());

  await resize(page, { width: 360, height: 740 });
  await phone.root.getByRole('button', { name: 'Close the phone' }).click();
  const bar = page.getByTestId('call-bar');
  await bar.getByRole('img', { name: MARK }).waitFor();
  await keepPicture(page, 'practice-bar');
  await page.getByTestId('bar-hang-up').click();
  const ended = page.getByTestId('ended-bar');
  await ended.getByRole('img', { name: MARK }).waitFor();
  await keepPicture(page, 'practice-ended-bar');
  await resize(page, { width: 1600, height: 900 });
  await phone.reaches('ended');
  await badge.waitFor();
  // One press calls: what a minute would cost now stands on it.
  await page.getByTestId('call-again').getByText('Call again · $0.018/min', { exact: true }).waitFor();
  await page.getByTestId('call-list').locator('li').first().getByText('Practice', { exact: false }).first().waitFor();
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await page.getByTestId('people-list').locator('[data-peer]').getByRole('img', { name: 'Practice' }).waitFor();
  await page.context().close();
});

test('a call that the sandbox network brings is marked while it rings, and while it is talked on', async () => {
  const page = await stage.openPage();
  const lines = watchLines(page);
  await enter(page, `${stack.url}/dashboard`);
  await expect.poll(lines.registrations, { timeout: 30_000 }).toBeGreaterThan(0);
  const call = await callIn(await ownNumber(page), NUMBER);
  const ringing = page.getByTestId('incoming-call');
  await ringing.getByText('Practice call · no real phone is calling', { exact: true }).waitFor();
  await keepPicture(page, 'practice-incoming');
  await ringing.getByTestId('answer').click();
  const phone = phoneOn(page);
  await phone.reaches('in-call');
  await phone.root.getByText('Practice call · no real phone is calling', { exact: true }).waitFor();
  await phone.hangUp();
  await phone.reaches('ended');
  await call.end();
  await page.context().close();
});

test('the echo test is no practice: it is free, and one’s own voice', async () => {
  const page = await stage.openPage();
  await enter(page, `${stack.url}/dashboard`);
  const phone = phoneOn(page);
  await phone.type('*43');
  await phone.readQuote();
  await phone.call();
  await phone.reaches('in-call');
  expect(await page.getByTestId('practice').count()).toBe(0);
  await phone.hangUp();
  await phone.reaches('ended');
  expect(await page.getByTestId('practice').count()).toBe(0);
  await page.context().close();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
