import type { Page } from 'playwright-core';
import { mailedProofs } from '@farline/tools/mailed-proofs';
import { expect, test } from 'vitest';
import { carrierRecordOf } from './support/carrier.ts';
import { listenToFarSide } from './support/far-sound.ts';
import { putLossyLine } from './support/lossy-line.ts';
import { practiceOf, signUp, somebody } from './support/people.ts';
import { phoneOn, pressEscape } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, leaveSoundAlone } from './support/stage.ts';
import { toneStage } from './support/tone-stage.ts';

const TONE_HERTZ = 1_000;
/** Numbers of this file alone, so that the carrier's record names no other test's call. */
const NUMBERS = { mouse: '+447700901123', keyboard: '+447700901124', lossy: '+447700901125' };

const { url, carrierRecordUrl } = stack;
const stage = await toneStage(TONE_HERTZ);

test('a stranger signs up, calls, is heard and hears, presses keys, hangs up, and pays the price shown', async () => {
  const page = await stage.openPage();
  await leaveSoundAlone(page);
  await signUp(page, url);
  await expect.poll(async () => await practiceOf(page)).toBe('2.0000');
  const phone = phoneOn(page);

  await phone.type('0044 (0)7700 901123');
  const quote = await phone.readQuote();
  expect(quote.destination).toContain('United Kingdom, mobile');
  expect(quote.price).toMatch(/^\$\d\.\d{2,6}\/min$/);
  expect(quote.talkTime).toMatch(/^You can talk for \d/);
  expect(await page.locator('[data-testid="phone"] img[src="/flags/GB.svg"]').count()).toBeGreaterThan(0);
  await keepPicture(page, 'phone-idle');

  await phone.call();
  await phone.reaches('ringing');
  await keepPicture(page, 'phone-ringing');
  await phone.reaches('in-call');

  await expect
    .poll(async () => (await listenToFarSide(page))?.level, { timeout: 10_000, interval: 200 })
    .toBeGreaterThan(0.02);
  await expect
    .poll(async () => (await listenToFarSide(page))?.frequency, { timeout: 30_000, interval: 200 })
    .toSatisfy((hertz) => Math.abs(Number(hertz) - TONE_HERTZ) < 20);
  await expect.poll(async () => await phone.bars(), { timeout: 10_000 }).toBe(4);
  expect(await page.getByTestId('timer').textContent()).toMatch(/^0:\d\d$/);
  expect(await page.getByTestId('running-cost').textContent()).toMatch(/^\$0\.\d{4}/);
  await keepPicture(page, 'phone-in-call');

  await page.getByTestId('hold').click();
  await expect.poll(async () => await page.getByTestId('hold').textContent()).toBe('Resume');
  await expect
    .poll(async () => (await listenToFarSide(page))?.level ?? 1, { timeout: 15_000, interval: 200 })
    .toBeLessThan(0.005);
  await page.getByTestId('hold').click();
  await expect
    .poll(async () => (await listenToFarSide(page))?.frequency, { timeout: 15_000, interval: 200 })
    .toSatisfy((hertz) => Math.abs(Number(hertz) - TONE_HERTZ) < 20);

  await phone.pressKeys('5309');
  await expect
    .poll(async () => (await carrierRecordOf(carrierRecordUrl, NUMBERS.mouse))?.digits, { timeout: 15_000 })
    .toContain('5309');
  await keepPicture(page, 'phone-keypad');

  await phone.root.getByRole('button', { name: 'Sound' }).click();
  await page.getByLabel('Volume').fill('0.5');
  expect(await page.getByTestId('far-audio').evaluate((audio: HTMLAudioElement) => audio.volume)).toBe(0.5);

  await page.getByTestId('mute').click();
  await expect
    .poll(async () => (await listenToFarSide(page))?.level ?? 1, { timeout: 20_000, interval: 200 })
    .toBeLessThan(0.005);

  await phone.hangUp();
  await phone.reaches('ended');
  const end = await phone.readEnd();
  expect(end.reason).toBe('You hung up.');
  await keepPicture(page, 'phone-ended');

  const price = Number(end.amount);
  expect(price).toBeGreaterThan(0);
  await expect.poll(async () => Number(await practiceOf(page)), { timeout: 10_000 }).toBeCloseTo(2 - price, 6);
  await openAllCalls(page);
  const line = page.getByTestId('call-list').locator('li').first();
  const detail = page.getByTestId('call-detail').filter({ hasText: 'You hung up.' });
  const told = `${await detail.textContent()} ${await line.textContent()}`;
  for (const fact of ['+44 7700 901123', 'Completed', end.duration, end.price, 'You hung up.'])
    expect(told).toContain(fact);
  await keepPicture(page, 'calls');
});

async function openAllCalls(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await page.getByRole('radio', { name: 'All calls' }).click();
}

test('the whole call is made by keyboard alone', async () => {
  const page = await stage.openPage();
  await leaveSoundAlone(page);
  await signUpByKeyboard();
  const phone = phoneOn(page);

  await phone.root.waitFor();
  for (const key of '+447700901124') await page.keyboard.press(key);
  await phone.readQuote();
  await page.keyboard.press('Enter');
  await phone.reaches('in-call');
  await page.keyboard.press('m');
  expect(await page.getByTestId('mute').textContent()).toBe('Unmute');
  await page.keyboard.press('m');
  expect(await page.getByTestId('mute').textContent()).toBe('Mute');
  for (const next of ['Resume', 'Hold']) {
    await page.keyboard.press('h');
    await expect.poll(async () => await page.getByTestId('hold').textContent()).toBe(next);
  }
  for (const key of '42') await page.keyboard.press(key);
  await expect
    .poll(async () => (await carrierRecordOf(carrierRecordUrl, NUMBERS.keyboard))?.digits, { timeout: 15_000 })
    .toContain('42');
  expect(await page.getByTestId('call-announcement').textContent()).toBe('Connected');
  await pressEscape(page, 2);
  await phone.reaches('ended');
  expect((await phone.readEnd()).reason).toBe('You hung up.');

  async function signUpByKeyboard(): Promise<void> {
    const person = somebody();
    await page.goto(`${url}/register`);
    await page.getByLabel('First name').focus();
    // Neither the country nor the telephone number has to be told.
    for (const text of [person.firstName, person.lastName, person.email, '', '', person.password]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Tab'); // Past the button that shows the password.
    await page.keyboard.type(person.password);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
    const { code } = await mailedProofs(stack.databaseUrl, person.email);
    await page.getByLabel('Code').focus();
    await page.keyboard.type(code);
    await page.getByTestId('confirm-email').waitFor({ state: 'detached' });
  }
});

test('ten of a hundred packets lost make the bars fall, and they rise again when the line is whole', async () => {
  const page = await stage.openPage();
  await leaveSoundAlone(page);
  const line = await putLossyLine(page);
  await signUp(page, url);
  const phone = phoneOn(page);
  await phone.type(NUMBERS.lossy);
  await phone.call();
  await phone.reaches('in-call');
  await expect.poll(async () => await phone.bars(), { timeout: 15_000 }).toBe(4);

  line.losePercent(10);
  await expect.poll(async () => await phone.bars(), { timeout: 15_000 }).toBeLessThanOrEqual(2);
  await keepPicture(page, 'phone-poor-line');
  line.losePercent(0);
  await expect.poll(async () => await phone.bars(), { timeout: 20_000 }).toBe(4);

  await phone.hangUp();
  await phone.reaches('ended');
  line.close();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
