import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callIn, ownNumber } from './support/calls-in.ts';
import { expectWhole, untilFilled } from './support/looks.ts';
import { enter, signIn } from './support/people.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

/** Callers whom nobody answers leave a message with the real attendant, and it is heard in the page. */

const stage = await testStage();
const PATIENCE = { timeout: 60_000, interval: 200 };
const LONG = { timeout: 60_000 };

const newOnes = (page: Page) => page.getByTestId('voicemail').getByText('New', { exact: true });

/** Has the number's calls go to voicemail at once, by the page. */
async function sendToVoicemail(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^What happens when it’s called/ }).click();
  await page.getByRole('checkbox', { name: 'Do not disturb for a while' }).check();
  const unanswered = page.getByTestId('rule-unanswered');
  expect(await page.getByTestId('rule-greeting').count()).toBe(0);
  await unanswered.getByRole('radio', { name: 'Voicemail' }).check();
  const greeting = page.getByTestId('rule-greeting');
  await greeting.getByLabel('Language of the greeting').selectOption('es');
  await greeting.getByLabel('Your own words').fill('Hola.\nDeje un mensaje.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByTestId('rule-saving').waitFor({ state: 'detached' });
  await page.reload();
  expect(await greeting.getByLabel('Your own words').inputValue()).toBe('Hola. Deje un mensaje.');
}

/** Makes a link, hears the message by it where nobody is signed in, and takes the link back. */
async function shareAndRevoke(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share a link' }).click();
  const dialog = page.getByTestId('share-voicemail');
  await dialog.getByRole('checkbox', { name: 'Say who called' }).check();
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const link = new URL(await dialog.getByLabel('Link', { exact: true }).inputValue());
  await dialog.getByRole('button', { name: /^Revoke/ }).waitFor();
  await expectWhole(page, 'share-voicemail');

  const stranger = await stage.openPage();
  await stranger.goto(stack.url + link.pathname);
  await stranger.getByText('From +447700900555').waitFor();
  const soundOf = async () => await stranger.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration);
  await expect.poll(soundOf, PATIENCE).toBeGreaterThan(0.5);
  await keepPicture(stranger, 'shared-voicemail');
  // The new link is shown on when another is revoked.
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const other = dialog.getByLabel('Link', { exact: true });
  await expect.poll(async () => await other.inputValue()).not.toContain(link.pathname);
  const shown = await other.inputValue();
  const revoke = dialog.getByRole('button', { name: /^Revoke the link until/ });
  await expect.poll(async () => await revoke.count()).toBe(2);
  await revoke.last().click();
  await expect.poll(async () => await revoke.count()).toBe(1);
  expect(await other.inputValue()).toBe(shown);
  await stranger.reload();
  await stranger.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await page.keyboard.press('Escape');
}

test('a rule sends callers to voicemail, with a greeting of its own, and its tester says so', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/numbers`);
  await sendToVoicemail(page);
  await page.getByTestId('rule-test').getByRole('button', { name: 'Try' }).click();
  await page.getByTestId('rule-tested').getByText('The caller can leave a voicemail.').waitFor();
  await untilFilled(page);
  await page.getByTestId('rule-unanswered').scrollIntoViewIfNeeded();
  await expectWhole(page, 'number-rule-voicemail');
});

test('a voicemail is told live, played with its waveform, new on no device any more, and deleted', async () => {
  const page = await stage.openTab();
  const person = await enter(page, `${stack.url}/numbers`);
  const to = await ownNumber(page);
  await sendToVoicemail(page);
  await page.goto(`${stack.url}/messages/voicemail`);
  await page.getByText('No voicemail yet').waitFor();

  await callIn(to, '+447700900555', { says: 620 });
  await page.getByTestId('voicemail').waitFor(LONG);
  expect(await newOnes(page).count()).toBe(1);
  const other = await stage.openPage();
  await signIn(other, stack.url, person);
  await other.goto(`${stack.url}/messages`);
  await other.getByTestId('unheard').waitFor();

  const player = page.getByTestId('voicemail-player');
  await player.getByRole('button', { name: 'Play' }).click();
  await newOnes(page).waitFor({ state: 'detached' });
  await other.getByTestId('unheard').waitFor({ state: 'detached' });
  const tallest = async () =>
    await player
      .locator('rect')
      .evaluateAll((bars) => Math.max(...bars.map((bar) => Number(bar.getAttribute('height')))));
  await expect.poll(tallest, PATIENCE).toBeGreaterThan(20);
  await player.getByRole('button', { name: 'Speed 1×' }).click();
  await player.getByRole('button', { name: 'Speed 1.5×' }).waitFor();
  await player.getByRole('button', { name: 'Play' }).waitFor(LONG);
  await untilFilled(page);
  await expectWhole(page, 'voicemail');

  await other.goto(`${stack.url}/messages/${encodeURIComponent('+447700900555')}`);
  await other.getByTestId('thread-voicemail').waitFor();
  await expectWhole(other, 'thread-voicemail');

  await shareAndRevoke(page);

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByTestId('delete-voicemail').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No voicemail yet').waitFor();
  await other.getByTestId('thread-voicemail').waitFor({ state: 'detached' });
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
