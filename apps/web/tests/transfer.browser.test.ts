import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addContact } from './support/contacts.ts';
import { findWrongs } from './support/axe.ts';
import { carrierRecordOf } from './support/carrier.ts';
import { expectWhole } from './support/looks.ts';
import { confirmedAccount, enter, signIn, somebody } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const PATIENCE = { timeout: 15_000 };

const stage = await testStage();
let page: Page;
beforeAll(async () => {
  page = await stage.openTab();
  await enter(page, `${stack.url}/dashboard`);
});

const announcement = async () => (await page.getByTestId('call-announcement').textContent()) ?? '';
const transferTo = async (number: string) => {
  await page.getByTestId('transfer-control').click();
  await page.keyboard.type(number);
  await expect.poll(async () => await page.getByTestId('transfer-price').textContent(), PATIENCE).toContain('/min');
  await keepPicture(page, 'transfer-number');
  await page.keyboard.press('Enter');
};
const packetsOf = async (number: string) =>
  (await carrierRecordOf(stack.carrierRecordUrl, number.replace('+', '')))?.packets.received ?? 0;

test('a call goes on between two far sides after its transfer, by keyboard, and both are ended from here', async () => {
  const [first, busy, second] = [aNumber(), '+447700900001', aNumber()];
  const phone = phoneOn(page);
  await phone.type(first);
  await phone.call();
  await phone.reaches('in-call');

  await page.getByTestId('transfer-control').click();
  await page.keyboard.type(busy);
  await expect.poll(async () => await page.getByTestId('transfer-now').isEnabled(), PATIENCE).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape'); // It puts the form away, wherever in it the focus is, and leaves the call alone.
  await page.getByTestId('transfer-form').waitFor({ state: 'detached' });
  expect(await phone.reaches('in-call', 'ended')).toBe('in-call');

  await transferTo(busy);
  await expect
    .poll(announcement, PATIENCE)
    .toBe('Not transferred. The line is busy. Try again later. You have the call back.');
  await keepPicture(page, 'transfer-busy');
  expect(await findWrongs(page, '[data-testid=phone]')).toEqual([]);
  await expect.poll(async () => await page.getByTestId('hold').textContent(), PATIENCE).toBe('Hold');
  await phone.reaches('in-call');

  await transferTo(second);
  await expect.poll(announcement, PATIENCE).toMatch(/^Calling/);
  await phone.reaches('ended');
  await expect.poll(announcement, PATIENCE).toMatch(/^Transferred to/);
  await keepPicture(page, 'transferred');
  // The browser is out: what the two hear now is each other.
  const [heardByFirst, heardBySecond] = [await packetsOf(first), await packetsOf(second)];
  await expect.poll(async () => await packetsOf(first), PATIENCE).toBeGreaterThan(heardByFirst + 50);
  await expect.poll(async () => await packetsOf(second), PATIENCE).toBeGreaterThan(heardBySecond + 50);

  await page.getByTestId('end-both').click();
  await expect
    .poll(
      async () => (await carrierRecordOf(stack.carrierRecordUrl, second.replace('+', '')))?.endedAt ?? null,
      PATIENCE,
    )
    .not.toBeNull();
  expect((await phone.readEnd()).reason).toBe('You ended the call.');
  expect(stage.complaints).toEqual([]);
});

test('a name in the transfer field finds the contact, whose number and price come into it before anything is called', async () => {
  const [number, person] = [aNumber(), somebody()];
  const { token } = await confirmedAccount(stack.url, person);
  await addContact(token, { name: 'Zoë Quick', numbers: [{ number }] });
  const page = await stage.openTab();
  await signIn(page, stack.url, person);
  const phone = phoneOn(page);
  await phone.type('+447700900123');
  await phone.call();
  await phone.reaches('in-call');
  await page.getByTestId('transfer-control').click();
  await page.keyboard.type('nobody like this');
  await page.getByTestId('transfer-price').getByText('Nothing found. Enter a number instead.').waitFor();
  await page.getByTestId('transfer-field').fill('zoe q');
  await page.getByTestId('transfer-people').getByRole('button', { name: 'Zoë Quick' }).waitFor();
  await expectWhole(page, 'transfer-name');
  await page.getByTestId('transfer-field').press('Enter');
  await page.getByTestId('transfer-people').waitFor({ state: 'detached' });
  expect(await page.getByTestId('transfer-field').inputValue()).toBe(number);
  await page.getByTestId('transfer-price').getByText('Zoë Quick').waitFor();
  await expect.poll(async () => await page.getByTestId('transfer-now').isEnabled(), PATIENCE).toBe(true);
  expect(await phone.reaches('in-call', 'ended')).toBe('in-call');
  await keepPicture(page, 'transfer-name-chosen');
  await phone.hangUp();
  await phone.reaches('ended');
  expect(stage.complaints).toEqual([]);
});

/** A number that answers and talks; nobody else's. */
function aNumber(): string {
  return `+4477${1 + randomInt(5)}${String(randomInt(1000)).padStart(3, '0')}${1000 + randomInt(9000)}`;
}
