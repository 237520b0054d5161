import { expect, test } from 'vitest';
import type { Reply } from '../src/lib/api/api-routes.ts';
import { findWrongs } from './support/axe.ts';
import { walkLayout } from './support/layout-walk.ts';
import { addTwentyFive } from './support/funds.ts';
import { balanceOf, confirmedAccount, enter, somebody } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();
const NUMBER = '+447700901129';

test.each([
  ['on a desk', 1600],
  ['on a telephone', 360],
])(
  '%s what a call was about is noted during it, and who it was with is saved after it',
  async (_, width) => {
    const page = await stage.openTab();
    await page.setViewportSize({ width, height: 740 });
    await enter(page, `${stack.url}/dashboard`);
    const phone = phoneOn(page);
    if (width < 700) await page.getByTestId('bottom-bar').getByRole('button', { name: 'Open the phone' }).click();
    await phone.field.fill(NUMBER);
    await phone.readQuote();
    await page.keyboard.press('Enter');
    await phone.reaches('in-call');

    const about = page.getByTestId('about-person');
    const dialog = page.getByTestId('note-dialog');
    await about.getByRole('button', { name: 'Note' }).click();
    await dialog.getByRole('textbox').fill('Wants the blue one, not before Friday.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    // On a telephone the call drew back to its bar for the dialog, and comes forward again.
    await about.getByText('Wants the blue one', { exact: false }).waitFor();
    await page.getByTestId('hang-up').click();
    await phone.reaches('ended');

    await about.getByText('Wants the blue one', { exact: false }).waitFor();
    expect(await findWrongs(page)).toEqual([]);
    expect(await walkLayout(page, 'after a call')).toEqual({});
    await about.getByRole('button', { name: 'Add a contact' }).click();
    const contact = page.getByTestId('contact-dialog');
    await contact.getByLabel('Name', { exact: true }).fill('Grace Hopper');
    await contact.getByRole('button', { name: 'Save', exact: true }).click();
    await contact.waitFor({ state: 'detached' });
    await page.getByTestId('phone').getByText('Grace Hopper').first().waitFor();
    expect(await about.getByRole('button', { name: 'Add a contact' }).count()).toBe(0);

    await page.goto(`${stack.url}/messages/${NUMBER}`);
    await page.getByTestId('thread-note').getByText('Wants the blue one', { exact: false }).waitFor();
    expect(stage.complaints).toEqual([]);
  },
  120_000,
);

test('after the second call, not before, the browser’s offer to install the app is handed on, once', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/dashboard`);
  const phone = phoneOn(page);
  await phone.reaches('idle');
  // As Chromium offers it, of its own accord, to whoever uses a page.
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    Object.assign(offer, {
      prompt: async () => Promise.resolve(Object.assign(document.body.dataset, { asked: 'yes' })),
    });
    dispatchEvent(offer);
    document.body.dataset['isBarKept'] = String(!offer.defaultPrevented);
  });
  expect(await page.evaluate(() => document.body.dataset['isBarKept'])).toBe('false');
  const invitation = page.getByTestId('install');
  for (const isInvited of [false, true]) {
    await phone.field.fill(NUMBER);
    await phone.readQuote();
    await page.keyboard.press('Enter');
    await phone.reaches('in-call');
    await expect.poll(async () => await page.getByTestId('timer').textContent()).not.toBe('0:00');
    expect(await invitation.count()).toBe(0);
    await page.getByTestId('hang-up').click();
    await phone.reaches('ended');
    await expect.poll(async () => await invitation.count()).toBe(Number(isInvited));
    if (isInvited) await invitation.click();
    await invitation.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await phone.reaches('idle');
  }
  expect(await page.evaluate(() => document.body.dataset['asked'])).toBe('yes');
}, 120_000);

test('what was spent on somebody stands beside their number, calls and messages together, to the last digit', async () => {
  // Trial credit is no money, and is given to one account of a mailbox.
  const first = somebody();
  await confirmedAccount(stack.url, first);
  const page = await stage.openTab();
  await enter(page, `${stack.url}/billing`, { ...first, email: first.email.replace('@', '+again@') });
  await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).click();
  await addTwentyFive(page);
  await page.goto(`${stack.url}/messages/${NUMBER}`);
  const text = page.getByRole('textbox', { name: 'Write a message' });
  await text.waitFor();
  const spentOn = page.getByTestId('spent-on');
  const spent = async () => Number((await spentOn.getAttribute('title'))?.replace('$', ''));
  const gone = async () => Number((25 - Number(await balanceOf(page))).toFixed(6));
  expect(await spentOn.count()).toBe(0);

  await text.fill('Hello');
  await page.getByTestId('cost').waitFor();
  await text.press('Enter');
  await page.locator('[data-testid="message"][data-status="delivered"]').waitFor();
  await spentOn.waitFor();
  const onMessage = await spent();
  expect(onMessage).toBeGreaterThan(0);
  expect(onMessage).toBe(await gone());

  await page.getByTestId('call-peer').click();
  const phone = phoneOn(page);
  await phone.reaches('in-call');
  await expect.poll(async () => await page.getByTestId('timer').textContent()).not.toBe('0:00');
  await phone.hangUp();
  await phone.readEnd();
  await expect.poll(spent).toBeGreaterThan(onMessage);
  await expect.poll(async () => (await spent()) - (await gone())).toBe(0);

  // Three such calls are a habit.
  expect(await page.getByTestId('best-hour').count()).toBe(0);
  await page.route(/\/api\/v1\/calls\?with=/, async (route) => {
    const response = await route.fetch();
    const { items, nextCursor } = (await response.json()) as Reply<'GET /calls'>;
    const thrice = items.flatMap((call) =>
      [1, 2, 3].map((one) => ({ ...call, id: call.id.replace(/.$/, String(one)) })),
    );
    await route.fulfill({ response, json: { items: thrice, nextCursor } });
  });
  await page.reload();
  const bestHour = page.getByTestId('best-hour');
  await expect
    .poll(async () => await bestHour.textContent())
    .toMatch(/^Usually answers around \d+:00\s[AP]M your time$/);
  for (const width of [1600, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await keepPicture(page, `spent-on-${width}`);
  }
  expect(stage.complaints).toEqual([]);
}, 120_000);
