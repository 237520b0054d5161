import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { resize } from './support/looks.ts';
import { balanceOf, enter } from './support/people.ts';
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
  for (;;) {
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

test('in a call whose money ends, one press on an amount adds it from the kept card, once, and the call lasts longer', async () => {
  const phone = phoneOn(page);
  await phone.call();
  await phone.reaches('in-call');
  const topUp = page.getByTestId('top-up');
  await topUp.getByText('Visa •••• 4242').waitFor();
  expect(await page.getByTestId('money-ends').textContent()).toMatch(/of credit left/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await keepPicture(page, `top-up-1440-${colorScheme}`);
    await resize(page, { width: 360, height: 740 });
    await phone.open();
    await keepPicture(page, `top-up-360-${colorScheme}`);
    // All of it is seen without scrolling.
    const offered = await topUp.boundingBox();
    const controls = await page.getByTestId('mute').boundingBox();
    expect((offered?.y ?? 0) + (offered?.height ?? 0)).toBeLessThanOrEqual(controls?.y ?? 0);
    await resize(page, { width: 1440, height: 900 });
  }
  expect(await findWrongs(page)).toEqual([]);
  // Beside the call stands the dialog, for another card.
  await topUp.getByRole('button', { name: 'Another card' }).click();
  await page.getByTestId('add-funds').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('add-funds').waitFor({ state: 'detached' });

  // What cannot be told is told here, and pressed again it is the same payment.
  const keys: (string | undefined)[] = [];
  await page.route(FUNDS, async (route) => {
    if (route.request().method() !== 'POST') return await route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return await route.continue();
    await route.fetch();
    await route.abort();
  });
  const before = Number(await balanceOf(page));
  const ten = topUp.getByRole('button', { name: 'Add $10.00' });
  await ten.dblclick();
  await page.getByTestId('top-up-failed').waitFor();
  expect(keys).toHaveLength(1);
  await keepPicture(page, 'top-up-failed');
  await ten.click({ timeout: 5_000 }).catch(() => undefined); // The money has come, and the warning may be gone with it.
  await expect.poll(() => new Set(keys).size).toBe(1);
  await expect.poll(async () => Number(await balanceOf(page)), { timeout: 20_000 }).toBeGreaterThan(before + 5);
  expect(Number(await balanceOf(page))).toBeLessThanOrEqual(before + 10);
  await page.getByTestId('money-ends').waitFor({ state: 'detached' });
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
