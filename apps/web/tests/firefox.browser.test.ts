import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { carrierRecordOf } from './support/carrier.ts';
import { enterWithFirefox, FIREFOX_TONE_HERTZ, launchFirefox } from './support/firefox.ts';
import { somebody } from './support/people.ts';
import { stack } from './support/stack.ts';

/** Firefox as people have it: it takes no sound from loopback. */

const NUMBER = '+447700901190';
let browser: Browser;

beforeAll(async () => {
  browser = await launchFirefox();
});
afterAll(async () => {
  await browser?.close();
});

test('Firefox calls, hears and is heard, with nothing set up for it', async () => {
  const page = await enterWithFirefox(browser, stack.url, somebody());
  await page.locator('[data-testid="number-field"]').fill(NUMBER);
  await page.locator('[data-testid="call-button"]').click();
  await reaches(page, 'in-call');

  await expect
    .poll(async () => (await carrierRecordOf(stack.carrierRecordUrl, NUMBER))?.tones ?? [], { timeout: 30_000 })
    .toSatisfy((tones: { frequencyHz: number }[]) =>
      tones.some(({ frequencyHz }) => Math.abs(frequencyHz - FIREFOX_TONE_HERTZ) < 20),
    );
  await expect
    .poll(async () => await page.$eval('[data-testid="quality"]', (sign) => sign.getAttribute('data-bars')))
    .toBe('4');

  await page.locator('[data-testid="hang-up"]').click();
  await reaches(page, 'ended');
  await expect.poll(async () => await reasonOn(page)).toBe('You hung up.');
});

test('a call whose sound finds no way ends by itself, and the page says so', async () => {
  const shut = await launchFirefox({ 'media.peerconnection.ice.relay_only': true });
  onTestFinished(async () => await shut.close());
  const page = await enterWithFirefox(shut, stack.url, somebody());
  await page.locator('[data-testid="number-field"]').fill('*43');
  await page.locator('[data-testid="call-button"]').click();

  await reaches(page, 'ended');

  await expect.poll(async () => await reasonOn(page)).toBe('The sound couldn’t get through');
});

const reasonOn = async (page: Page) => await page.$eval('[data-testid="end-reason"]', (words) => words.textContent);

async function reaches(page: Page, word: 'in-call' | 'ended'): Promise<void> {
  await page.waitForSelector(`[data-testid="phone"][data-state="${word}"]`, { timeout: 45_000 });
}
