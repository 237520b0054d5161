import type { Page, Request } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { resize } from './support/looks.ts';
import { enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

/** Saint Helena: a minute costs so much that little money pays for one more at most. */
const EXPENSIVE = '+29051234';
const FUNDS = '**/api/v1/billing/add-funds';

const stage = await testStage();
let page: Page;

beforeAll(async () => {
  page = await stage.openPage();
  await enter(page, `${stack.url}/billing`);
  await payAtProvider();
  // Practice credit pays first, and then the money, until a minute is left.
  await page.goto(`${stack.url}/dashboard`);
  // The longest: what a minute costs is $1 at least, and there are $12.
  for (let calls = 0; calls < 15; calls += 1) {
    const another = page.getByRole('button', { name: 'Another number' });
    await phoneOn(page).field.or(another).waitFor();
    if (await another.isVisible()) await another.click();
    await phoneOn(page).type(EXPENSIVE);
    const { talkTime } = await phoneOn(page).readQuote();
    const isPaidByMoney = (await page.getByTestId('balance').getAttribute('data-practice')) !== '2.0000';
    if (isPaidByMoney && /^You can talk for 1 min$/.test(talkTime)) return;
    await phoneOn(page).call();
    await phoneOn(page).reaches('in-call');
    await phoneOn(page).hangUp();
    await phoneOn(page).reaches('ended');
    await phoneOn(page).readEnd();
  }
  throw new Error('The money lasts for too long');
});

/** Adds ten dollars with a card that is kept for the next time. */
async function payAtProvider(): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).click();
  const dialog = page.getByTestId('add-funds');
  await dialog.getByRole('radio', { name: '$10.00' }).check();
  await dialog.getByRole('button', { name: 'Add $10.00' }).click();
  await page.getByRole('heading', { name: '$10.00' }).waitFor();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expires').fill('12/44');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Keep this card for the next time').check();
  await page.getByRole('button', { name: 'Pay $10.00' }).click();
  await page.getByTestId('payment-return').getByText('was added').waitFor();
}

/** How many payments there are. */
async function paymentsOf(page: Page): Promise<number> {
  const token = await page.evaluate(() => localStorage.getItem('farline.token'));
  const reply = await page.request.get(`${stack.url}/api/v1/billing/payments`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await reply.json()) as { items: unknown[] }).items.length;
}

test('in a call whose money ends, one press on an amount adds it from the kept card, once, and the call lasts longer', async () => {
  const phone = phoneOn(page);
  await phone.call();
  await phone.reaches('in-call');
  const topUp = page.getByTestId('top-up');
  await topUp.getByText('Visa •••• 4242').waitFor();
  expect(await page.getByTestId('money-ends').textContent()).toMatch(/of credit left/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await keepPicture(page, `top-up-1600-${colorScheme}`);
    await resize(page, { width: 360, height: 740 });
    await phone.open();
    await keepPicture(page, `top-up-360-${colorScheme}`);
    // All of it is seen without scrolling.
    const offered = await topUp.boundingBox();
    const controls = await page.getByTestId('mute').boundingBox();
    expect((offered?.y ?? 0) + (offered?.height ?? 0)).toBeLessThanOrEqual(controls?.y ?? 0);
    await resize(page, { width: 1600, height: 900 });
  }
  expect(await findWrongs(page)).toEqual([]);
  // Beside the call stands the dialog, for another card.
  await topUp.getByRole('button', { name: 'Another card' }).click();
  await page.getByTestId('add-funds').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('add-funds').waitFor({ state: 'detached' });

  // What cannot be told is told here, and pressed again it is the same payment: the server has the first by then, and its answer was lost.
  const requests: Request[] = [];
  await page.route(FUNDS, async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return await route.continue();
    requests.push(request);
    const [first] = requests;
    if (first === undefined || first === request) return await route.abort();
    await page.request.fetch(first);
    await route.continue();
  });
  const before = await paymentsOf(page);
  const ten = topUp.getByRole('button', { name: 'Add $10.00' });
  expect(await ten.getAttribute('aria-describedby')).toBe(await topUp.getByText('Visa •••• 4242').getAttribute('id'));
  await ten.dblclick();
  await page.getByTestId('top-up-failed').getByText('may have been added').waitFor();
  expect(requests).toHaveLength(1);
  expect(await ten.evaluate((button) => button === document.activeElement)).toBe(true);
  await keepPicture(page, 'top-up-failed');
  const answered = page.waitForResponse((response) => response.request() === requests[1], { timeout: 20_000 });
  await ten.click();
  expect((await answered).ok()).toBe(true);
  const [first, second] = requests.map((request) => request.headers()['idempotency-key']);
  expect(first).toMatch(/./);
  expect(second).toBe(first);
  await page.getByTestId('money-ends').waitFor({ state: 'detached' });
  expect(await paymentsOf(page)).toBe(before + 1);
  expect(requests).toHaveLength(2);
  expect(await phone.reaches('in-call')).toBe('in-call');
  await phone.hangUp();
  await phone.readEnd();
});

test('practice credit is lengthened by no money: such a call offers none', async () => {
  const other = await stage.openPage();
  await enter(other, `${stack.url}/dashboard`);
  await resize(other, { width: 360, height: 740 });
  const phone = phoneOn(other);
  await phone.open();
  await phone.type(EXPENSIVE);
  await phone.readQuote();
  await phone.call();
  await phone.reaches('in-call');
  await other.getByTestId('money-ends').waitFor();
  expect(await other.getByTestId('top-up').count()).toBe(0);
  await phone.hangUp();
  await phone.reaches('ended');
  await other.context().close();
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
