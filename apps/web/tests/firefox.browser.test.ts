import { mailedProofs } from '@farline/tools/mailed-proofs';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type CallIn, callIn, numberOf } from './support/calls-in.ts';
import { carrierRecordOf } from './support/carrier.ts';
import { enterWithFirefox, FIREFOX_TONE_HERTZ, launchFirefox } from './support/firefox.ts';
import { offerNumbers } from './support/offer-numbers.ts';
import { somebody } from './support/people.ts';
import { stack } from './support/stack.ts';

/** Firefox as people have it: it takes no sound from loopback. */

const NUMBER = '+447700901190';
const CALLER = '+447700901191';
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

test('the whole journey is made in Firefox: from the first page to signing out', async () => {
  const own = await launchFirefox();
  onTestFinished(async () => await own.close());
  const page = await own.newPage();
  const complaints: string[] = [];
  // The page of the payment provider is not ours.
  page.on('pageerror', (error) => {
    if (page.url().startsWith(stack.url)) complaints.push(String(error));
  });
  await signUp(page);

  await page.locator('[data-testid="number-field"]').fill(NUMBER);
  await page.locator('[data-testid="call-button"]').click();
  await reaches(page, 'in-call');
  await page.locator('[data-testid="hang-up"]').click();
  await reaches(page, 'ended');

  await follow(page, 'Billing');
  await addTwentyFive(page);

  await follow(page, 'Messages');
  await press(page, 'button', 'New message');
  await page.waitForSelector('[data-testid="new-message"]');
  await page.keyboard.type(NUMBER);
  await page.keyboard.press('Enter');
  await write(page, 'Write a message', 'See you at eight.');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="message"][data-status="delivered"]');

  await follow(page, 'Contacts');
  await press(page, 'button', 'Add a contact');
  await write(page, 'Name', 'Grace Hopper');
  await write(page, 'Number', NUMBER);
  await press(page, 'button', 'Save');
  await page.waitForSelector('[data-testid="contact-list"] ::-p-text(Grace Hopper)');

  await follow(page, 'Calls');
  await page.waitForSelector('main ::-p-text(Grace Hopper)');
  await follow(page, 'Settings');
  await write(page, 'First name', 'Augusta');
  await press(page, 'button', 'Save changes');
  await page.waitForSelector('header ::-p-text(Augusta Lovelace)');

  await press(page, 'button', 'Sign out');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  expect(complaints).toEqual([]);
}, 300_000);

test('Firefox rings and answers, and who is sent to voicemail there is heard', async () => {
  const page = await enterWithFirefox(browser, stack.url, somebody());
  const number = await ownNumber(page);
  const call = await ringsOn(page, number);
  await page.locator('[data-testid="answer"]').click();
  await reaches(page, 'in-call');
  const isOurTone = ({ frequencyHz }: { frequencyHz: number }) => Math.abs(frequencyHz - FIREFOX_TONE_HERTZ) < 20;
  await expect.poll(async () => (await call.record()).tones.some(isOurTone), { timeout: 30_000 }).toBe(true);
  await call.end();
  await reaches(page, 'ended');

  await ringsOn(page, number, { says: 620 });
  await page.locator(`[data-testid="incoming-call"] ${saying('button', 'To voicemail')}`).click();
  await page.goto(`${stack.url}/messages/voicemail`);
  await page.waitForSelector('[data-testid="voicemail"]', { timeout: 60_000 });
  await page.locator('[data-testid="voicemail"] [data-line]').click();
  await page.locator('[data-testid="voicemail-player"] button').click();
  const played = async () => await page.$eval('[data-testid="voicemail-player"] input', ({ value }) => Number(value));
  await expect.poll(played, { timeout: 30_000 }).toBeGreaterThan(0.5);
  await page.waitForSelector('[data-testid="voicemail"] ::-p-text(New)', { hidden: true });
});

test('a number is rented in Firefox, and what happens when it is called is chosen', async () => {
  await offerNumbers(['+13125550661,carrier-1,1.50,0,0,yes,yes,']);
  const page = await enterWithFirefox(browser, stack.url, somebody());
  await follow(page, 'Billing');
  await addTwentyFive(page);
  await page.goto(`${stack.url}/numbers`);
  await write(page, 'Digits', '50661');
  await page.locator('[data-testid="offers"] [aria-label="Rent +1 312 555 0661"]').click();
  await page.locator(`[data-testid="rent-number"] ${saying('button', 'Rent for $1.50')}`).click();
  await page.waitForSelector('[data-testid="own-number"] ::-p-text(+1 312 555 0661)');

  await page.locator('[data-testid="own-number"] a::-p-text(What happens when it’s called)').click();
  await page.locator('[data-testid="rule-unanswered"] label ::-p-text(Voicemail)').click();
  await press(page, 'button', 'Save');
  await page.waitForSelector('[data-testid="rule-saving"]', { hidden: true });
  await page.reload();
  await page.waitForSelector('[data-testid="rule-greeting"]');
});

async function signUp(page: Page): Promise<void> {
  const person = somebody();
  // A link that is pressed sooner works too, but Firefox then complains of all that it was still loading.
  await page.goto(stack.url, { waitUntil: 'networkidle0' });
  await press(page, 'a', 'Get started');
  await write(page, 'First name', person.firstName);
  await write(page, 'Last name', person.lastName);
  await write(page, 'Email', person.email);
  await write(page, 'Password', person.password);
  await write(page, 'Confirm password', person.password);
  await page.locator('input[type="checkbox"], [role="checkbox"]').click();
  await press(page, 'button', 'Create account');
  await page.waitForSelector('[data-testid="confirm-email"]');
  const { code } = await mailedProofs(stack.databaseUrl, person.email);
  await write(page, 'Code', code);
  await page.waitForSelector('[data-testid="confirm-email"]', { hidden: true });
}

/** With the sandbox's card, on the page that is open. */
async function addTwentyFive(page: Page): Promise<void> {
  await page.locator(`main ${saying('button', 'Add funds')}`).click();
  await page.locator('[data-testid="add-funds"] label ::-p-text($25.00)').click();
  await press(page, 'button', 'Add $25.00');
  await press(page, 'a', '4242 4242 4242 4242');
  await press(page, 'button', 'Pay $25.00');
  await page.waitForSelector('[data-testid="payment-return"]');
  const balance = async () => await page.$eval('[data-testid="balance"]', (shown) => shown.getAttribute('data-amount'));
  await expect.poll(balance).toBe('25.0000');
}

/** By its words: Firefox works out the accessible name of everything on the page for each look by role and name, in seconds. */
const saying = (tag: 'a' | 'button', words: string) => `${tag}::-p-text(${words})`;
const press = async (page: Page, tag: 'a' | 'button', words: string) => await page.locator(saying(tag, words)).click();
const write = async (page: Page, name: string, text: string) =>
  await page.locator(`:is(input, textarea)::-p-aria([name="${name}"])`).fill(text);
const follow = async (page: Page, words: string) => await press(page, 'a', words);

/** The number of whoever is signed in on the page. */
async function ownNumber(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('farline.token') ?? '');
  return await numberOf(stack.url, token);
}

/** Somebody calls until the page rings: it may not have told the engine yet that it is there. */
async function ringsOn(page: Page, number: string, how: { says?: number } = {}): Promise<CallIn> {
  const calls: CallIn[] = [];
  const rings = async () => {
    const latest = await calls.at(-1)?.record();
    if (latest === undefined || latest.endedAt !== null || latest.status !== null)
      calls.push(await callIn(number, CALLER, how));
    return (await page.$('[data-testid="incoming-call"]')) !== null;
  };
  await expect.poll(rings, { timeout: 120_000, interval: 500 }).toBe(true);
  const [call] = calls.slice(-1);
  if (call === undefined) throw new Error('nobody has called');
  return call;
}

const reasonOn = async (page: Page) => await page.$eval('[data-testid="end-reason"]', (words) => words.textContent);

async function reaches(page: Page, word: 'in-call' | 'ended'): Promise<void> {
  await page.waitForSelector(`[data-testid="phone"][data-state="${word}"]`, { timeout: 45_000 });
}
