import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { resize } from './support/looks.ts';
import { practiceOf, enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();
/** One person makes all of these calls, one after another. */
let page: Page;
beforeAll(async () => {
  page = await stage.openTab();
  await enter(page, `${stack.url}/dashboard`);
});

/** Types a number into the phone, which shows what became of the last call until then. */
async function dial(number: string): Promise<void> {
  const another = page.getByRole('button', { name: 'Another number' });
  await phoneOn(page).field.or(another).waitFor();
  if (await another.isVisible()) await another.click();
  await phoneOn(page).type(number);
}

test.each([
  ['0001', 'The line is busy. Try again later.', 'failed'],
  ['0003', 'They declined the call.', 'failed'],
  ['0004', 'This number isn’t in use. Check it and try again.', 'failed'],
  ['0006', 'They hung up.', 'completed'],
  ['0007', /can’t be reached/, 'failed'],
] as const)('a call to …%s ends with its own sentence and an exact price', async (ending, sentence, status) => {
  const before = Number(await practiceOf(page));
  const phone = phoneOn(page);
  await dial(`+44770090${ending}`);
  await phone.call();
  await phone.reaches('ended');
  const end = await phone.readEnd();
  expect(end.reason).toMatch(sentence);
  await keepPicture(page, `ended-${ending}`);

  const price = Number(end.amount);
  expect(price > 0).toBe(status === 'completed');
  await expect.poll(async () => Number(await practiceOf(page)), { timeout: 10_000 }).toBeCloseTo(before - price, 6);
  const badge = page.getByTestId('call-list').locator('li').first().locator('[data-status]');
  await expect.poll(async () => await badge.getAttribute('data-status'), { timeout: 10_000 }).toBe(status);
});

test.each([360, 800, 1100, 1280, 1440, 1600, 1920])(
  'at %d px no badge in the list of calls runs into the time',
  async (width) => {
    const begun = page.viewportSize() ?? { width: 1600, height: 900 };
    await resize(page, { width, height: 900 });
    const overlaps = await page.getByTestId('call-list').evaluate((list) =>
      [...list.querySelectorAll('[data-status]')]
        .filter((badge) => {
          const time = badge.closest('button')?.querySelector('time')?.getBoundingClientRect();
          const own = badge.getBoundingClientRect();
          if (time === undefined) return true;
          const isBeside = own.left < time.right && time.left < own.right;
          return isBeside && own.top < time.bottom && time.top < own.bottom;
        })
        .map(({ textContent }) => textContent),
    );
    await keepPicture(page, `call-list-${width}`);
    await resize(page, begun);
    expect(overlaps).toEqual([]);
  },
);

test('a call that only rings is cancelled, costs nothing and says so', async () => {
  const phone = phoneOn(page);
  await dial('+447700900002');
  await phone.call();
  await phone.reaches('ringing');
  await phone.hangUp();
  await phone.reaches('ended');
  const end = await phone.readEnd();
  expect(end).toMatchObject({ reason: 'You cancelled the call before it was answered.', price: 'No charge' });
});

test('where the first trunk fails the second answers, and the history names it', async () => {
  const phone = phoneOn(page);
  await dial('+447700900005');
  await phone.call();
  await phone.reaches('in-call');
  await phone.hangUp();
  await phone.readEnd();
  const line = page.getByTestId('call-list').locator('li').first();
  await expect.poll(async () => await line.textContent(), { timeout: 10_000 }).toContain('900005');
  await line.getByRole('button').first().click();
  // The route is asked for when the line is opened.
  const detail = page.getByTestId('call-detail');
  await expect.poll(async () => await detail.textContent(), { timeout: 10_000 }).toContain('sandbox-b');
});

test('the echo test is free, by the keys of the keypad', async () => {
  const before = await practiceOf(page);
  const phone = phoneOn(page);
  await page.getByRole('button', { name: 'Another number' }).click();
  await phone.pressKeys('*43');
  expect((await phone.readQuote()).price).toBe('Free');
  await phone.call();
  await phone.reaches('in-call');
  await phone.hangUp();
  expect(await phone.readEnd()).toMatchObject({ price: 'No charge' });
  expect(await practiceOf(page)).toBe(before);
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
