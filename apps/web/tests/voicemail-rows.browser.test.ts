import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wavOf } from '../src/features/numbers/greetings/wav-of.ts';
import { expectWhole, resize, untilFilled } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';
import { leaveVoicemails } from './support/voicemails.ts';

/** The voicemails as a list that is read at a glance, and one of them opened beside it or in its place. */

const stage = await testStage();
const ELSIE = '+447700900561';
const SAID = 'Hello dear, it’s Elsie. I baked too much again, so please come round for cake on Sunday.';
const LEFT = [
  { caller: null, words: null, isHeard: true },
  { caller: '+442079460123', words: null, isHeard: true },
  { caller: ELSIE, words: SAID, isHeard: false },
];

const rows = (page: Page) => page.getByTestId('voicemail');
const line = (page: Page, nth: number) => rows(page).nth(nth).locator('[data-line]');
const detail = (page: Page) => page.getByTestId('voicemail-detail');
const hasFocus = async (one: Locator) => await one.evaluate((element) => element === document.activeElement);
const topOf = async (one: Locator) => await one.evaluate((element) => element.getBoundingClientRect().top);

/** Whether the whole of it can be seen, and the bar below the page does not lie over it. */
const isInView = async (one: Locator) =>
  await one.evaluate((element) => {
    const { top, bottom, left } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight && element.contains(document.elementFromPoint(left + 1, bottom - 1));
  });

/** Has a voicemail count as new: each window then reads the list again. */
async function markNew(page: Page, id: string): Promise<void> {
  const status = await page.evaluate(async (path) => {
    const authorization = `Bearer ${localStorage.getItem('farline.token') ?? ''}`;
    const headers = { authorization, 'content-type': 'application/json' };
    return (await fetch(`/api/v1${path}`, { method: 'PATCH', headers, body: '{"isHeard":false}' })).status;
  }, `/voicemails/${id}`);
  expect(status).toBe(200);
}

test('who has a voicemail count as new and is refused is told so', async () => {
  const page = await stage.openTab();
  const person = await enter(page, `${stack.url}/dashboard`);
  await leaveVoicemails(person, LEFT.slice(0, 1));
  await page.goto(`${stack.url}/messages/voicemail`);
  await detail(page).waitFor();
  await page.route('**/api/v1/voicemails/*', async (route) => {
    if (route.request().method() !== 'PATCH') return await route.fallback();
    await route.fulfill({ status: 503, json: { code: 'busy', message: 'We’re busy.', requestId: null } });
  });

  await detail(page).getByRole('button', { name: 'Mark as new' }).click();

  await page.getByText('We’re busy.').waitFor();
});

test('a voicemail whose caller may have forged their number bears the sign of it, and says why where it opens', async () => {
  const page = await stage.openTab();
  const person = await enter(page, `${stack.url}/dashboard`);
  await leaveVoicemails(person, [
    { caller: ELSIE, words: null, isHeard: true },
    { caller: ELSIE, words: SAID, isHeard: false, doubt: 'failed_check' },
  ]);
  await page.goto(`${stack.url}/messages/voicemail`);
  await detail(page).getByTestId('caller-doubt').waitFor();

  expect(await detail(page).getByTestId('caller-doubt').innerText()).toContain('forged');
  expect(await line(page, 0).getByTestId('caller-doubt-sign').count()).toBe(1);
  expect(await line(page, 1).getByTestId('caller-doubt-sign').count()).toBe(0);
  await expectWhole(page, 'voicemail-in-doubt');
});

test('a desk shows each voicemail in one line, with its first words; keys move and open, and the address keeps what is open', async () => {
  const page = await stage.openTab();
  const person = await enter(page, `${stack.url}/dashboard`);
  const [oldest = '', , newest = ''] = await leaveVoicemails(person, LEFT);
  await page.goto(`${stack.url}/messages/voicemail`);
  await untilFilled(page);

  const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(heights).toHaveLength(3);
  for (const height of heights) expect(Math.round(height)).toBeLessThanOrEqual(45);
  expect(await line(page, 0).innerText()).toMatch(/\+44 7700 900561\s.*New\s+Hello dear, it’s Elsie\./s);
  expect(await line(page, 2).innerText()).toContain('Number not shown');
  await detail(page).getByText('please come round for cake').waitFor();

  await line(page, 0).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/messages/voicemail/${oldest}`);
  await detail(page).getByRole('heading', { name: 'Number not shown' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await expect.poll(async () => await hasFocus(line(page, 1))).toBe(true);
  await page.keyboard.press('Escape');
  await page.waitForURL('**/messages/voicemail');
  expect(await hasFocus(line(page, 1))).toBe(true);
  await page.goto(`${stack.url}/messages/voicemail/${oldest}`);
  await detail(page).getByRole('heading', { name: 'Number not shown' }).waitFor();
  await line(page, 2).focus();
  await page.keyboard.press('Escape');
  await page.waitForURL('**/messages/voicemail');
  await detail(page).getByText('please come round for cake').waitFor();

  await line(page, 0).hover();
  await rows(page).first().getByRole('button', { name: 'Call +44 7700 900561' }).waitFor();
  await line(page, 0).click();
  await page.waitForURL(`**/messages/voicemail/${newest}`);
  await expectWhole(page, 'voicemail-rows');
});

test('what stands beside the list stays while newer voicemails come in, and one that was deleted is said to be gone', async () => {
  const page = await stage.openTab();
  const person = await enter(page, `${stack.url}/dashboard`);
  const [, , shown = ''] = await leaveVoicemails(person, LEFT);
  await page.goto(`${stack.url}/messages/voicemail`);
  await detail(page).getByText('please come round for cake').waitFor();

  await leaveVoicemails(person, [{ caller: '+447700900999', words: 'Call me back.', isHeard: false }]);
  await markNew(page, shown);
  await expect.poll(async () => await rows(page).count()).toBe(4);
  await detail(page).getByText('please come round for cake').waitFor();

  await line(page, 1).click();
  await page.waitForURL(`**/messages/voicemail/${shown}`);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await detail(other).getByText('please come round for cake').waitFor();
  await detail(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByTestId('delete-voicemail').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/messages/voicemail');
  await detail(page).getByText('Call me back.').waitFor();
  await other.getByText('This voicemail was deleted').waitFor();
  await other.close();
});

test('the one shown first is deleted as any other: what asked is gone, and the next stands there', async () => {
  const page = await stage.openTab();
  const person = await enter(page, `${stack.url}/dashboard`);
  await leaveVoicemails(person, LEFT);
  await page.goto(`${stack.url}/messages/voicemail`);
  await detail(page).getByText('please come round for cake').waitFor();

  await detail(page).getByRole('button', { name: 'Delete' }).click();
  const asked = page.getByTestId('delete-voicemail');
  await asked.getByRole('button', { name: 'Delete' }).click();
  await asked.waitFor({ state: 'detached' });
  await detail(page).getByRole('heading', { name: '+44 20 7946 0123' }).waitFor();
  expect(await rows(page).count()).toBe(2);
});

test('a telephone shows two lines each, and a line opens beneath itself', async () => {
  const page = await stage.openTab();
  await resize(page, { width: 360, height: 740 });
  const person = await enter(page, `${stack.url}/dashboard`);
  const [, , newest = ''] = await leaveVoicemails(person, LEFT);
  await page.goto(`${stack.url}/messages/voicemail`);
  await untilFilled(page);
  await rows(page).nth(2).waitFor();
  expect(await detail(page).count()).toBe(0);

  await line(page, 0).click();
  await page.waitForURL(`**/messages/voicemail/${newest}`);
  await rows(page).first().getByTestId('voicemail-detail').getByRole('button', { name: 'Call back' }).waitFor();
  await line(page, 0).click();
  await detail(page).waitFor({ state: 'detached' });
  await page.goto(`${stack.url}/messages/voicemail/${newest}`);
  await rows(page).first().getByTestId('voicemail-detail').waitFor();
});

test('a line further down stays where it is when it opens and closes, and one that a link leads to comes into view', async () => {
  const page = await stage.openTab();
  await resize(page, { width: 360, height: 740 });
  const person = await enter(page, `${stack.url}/dashboard`);
  const many = Array.from({ length: 21 }, (_, place) => `+4477009005${60 + place}`);
  const ids = await leaveVoicemails(
    person,
    many.map((caller) => ({ caller, words: null, isHeard: true })),
  );
  await page.goto(`${stack.url}/messages/voicemail`);
  await line(page, 14).scrollIntoViewIfNeeded();
  const before = await topOf(line(page, 14));
  await line(page, 14).click();
  await page.waitForURL(`**/messages/voicemail/${ids[6]}`);
  await rows(page).nth(14).getByTestId('voicemail-detail').waitFor();
  expect(await topOf(line(page, 14))).toBeCloseTo(before, 0);
  expect(await hasFocus(line(page, 14))).toBe(true);
  await page.keyboard.press('Enter');
  await detail(page).waitFor({ state: 'detached' });
  expect(await topOf(line(page, 14))).toBeCloseTo(before, 0);

  await page.goto(`${stack.url}/messages/voicemail/${ids[1]}`);
  await expect.poll(async () => await isInView(rows(page).nth(19).getByTestId('voicemail-detail'))).toBe(true);
  // The oldest stands on the next page of the list, and is shown above it.
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/messages/voicemail/${ids[0]}`);
  await rows(page).getByTestId('voicemail-detail').waitFor({ state: 'detached' });
  await expect.poll(async () => await isInView(detail(page))).toBe(true);
});

test('a voicemail that is playing goes on when its own line is clicked', async () => {
  const page = await stage.openTab();
  const person = await enter(page, `${stack.url}/dashboard`);
  const [, , newest = ''] = await leaveVoicemails(person, LEFT);
  const sound = Buffer.from(wavOf([new Float32Array(8_000 * 60)], 8_000));
  await page.route('**/api/v1/voicemails/*/recording', async (route) => {
    await route.fulfill({ contentType: 'audio/wav', body: sound });
  });
  await page.goto(`${stack.url}/messages/voicemail`);
  const position = async () => Number(await detail(page).getByRole('slider').inputValue());
  await detail(page).getByRole('button', { name: 'Play' }).click();
  await expect.poll(position).toBeGreaterThan(0);

  await line(page, 0).click();
  await page.waitForURL(`**/messages/voicemail/${newest}`);
  const clickedAt = await position();
  expect(clickedAt).toBeGreaterThan(0);
  await expect.poll(position).toBeGreaterThan(clickedAt);
});

test('no page complained', () => {
  expect(stage.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
});
