import { mailedProofs } from '@farline/tools/mailed-proofs';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { balanceOf, somebody } from './support/people.ts';
import { phoneOn, pressEscape } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

/** From the first page to signing out without a mouse: each control is reached by Tab, is seen to have the focus, and has its name. */

const stage = await testStage();
const NUMBER = '+447700901126';
/** More than any page of ours has to tab past. */
const MOST_TABS = 120;

test('the whole journey is made by keyboard alone', async () => {
  const page = await stage.openPage();
  await signUp(page);

  const phone = phoneOn(page);
  await tabTo(page, phone.field);
  await page.keyboard.type(NUMBER);
  await phone.readQuote();
  await page.keyboard.press('Enter');
  await phone.reaches('in-call');
  await pressEscape(page, 2);
  await phone.reaches('ended');

  await follow(page, 'Billing');
  await press(page, page.getByRole('main').getByRole('button', { name: 'Add Funds' }).first());
  await addTwentyFive(page);

  await follow(page, 'Messages');
  await press(page, page.getByRole('button', { name: 'New message' }).first());
  await page.getByTestId('new-message').waitFor();
  await page.keyboard.type(NUMBER);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/messages/${NUMBER}`);
  await tabTo(page, page.getByRole('textbox', { name: 'Write a message' }));
  await page.keyboard.type('See you at eight.');
  await page.keyboard.press('Enter');
  await page.locator('[data-testid="message"][data-status="delivered"]').waitFor();

  await follow(page, 'Contacts');
  await press(page, page.getByRole('main').getByRole('button', { name: 'Add a contact' }).first());
  await write(page, 'Name', 'Grace Hopper');
  await write(page, 'Number', NUMBER);
  await press(page, page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByTestId('contact-list').getByText('Grace Hopper', { exact: true }).waitFor();

  await follow(page, 'Settings');
  await write(page, 'First name', 'Augusta');
  await press(page, page.getByRole('button', { name: 'Save changes' }));
  await page.getByRole('banner').getByText('Augusta Lovelace').waitFor();

  await press(page, page.getByRole('button', { name: 'Sign out', exact: true }));
  await page.waitForURL((url) => url.pathname === '/');
  expect(stage.complaints).toEqual([]);
}, 300_000);

async function signUp(page: Page): Promise<void> {
  const person = somebody();
  await page.goto(stack.url);
  await press(page, page.getByRole('link', { name: 'Get started' }).first());
  await write(page, 'First name', person.firstName);
  await write(page, 'Last name', person.lastName);
  await write(page, 'Email', person.email);
  await write(page, 'Password', person.password);
  await write(page, 'Confirm password', person.password);
  await tabTo(page, page.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await press(page, page.getByRole('button', { name: 'Create account' }));
  await page.waitForURL('**/dashboard');
  const { code } = await mailedProofs(stack.databaseUrl, person.email);
  await write(page, 'Code', code);
  await page.getByTestId('confirm-email').waitFor({ state: 'detached' });
}

/** With the sandbox's card, in the dialog that is open. */
async function addTwentyFive(page: Page): Promise<void> {
  const funds = page.getByTestId('add-funds');
  const amount = funds.getByRole('radio', { name: '$25.00' });
  await tabTo(page, funds.getByRole('radio', { checked: true }));
  for (let key = 0; key < 4 && !(await amount.isChecked()); key += 1) await page.keyboard.press('ArrowRight');
  await press(page, funds.getByRole('button', { name: 'Add $25.00' }));
  await press(page, page.getByRole('link', { name: '4242 4242 4242 4242' }));
  await press(page, page.getByRole('button', { name: 'Pay $25.00' }));
  await page.getByTestId('payment-return').waitFor();
  await expect.poll(async () => await balanceOf(page)).toBe('25.0000');
}

const follow = async (page: Page, name: string): Promise<void> =>
  await press(page, page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true }));

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

/** Fills a field, whatever stands in it. */
async function write(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name, exact: true }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Tabs until a control has the focus, and holds it to showing that: by a ring, or by the border of a field. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  const hasFocus = async () => await control.evaluate((one) => one === document.activeElement);
  for (let tabs = 0; !(await hasFocus()); tabs += 1) {
    if (tabs === MOST_TABS) throw new Error(`Tab does not lead to ${control.toString()}`);
    await page.keyboard.press('Tab');
  }
  expect(await isSeenToHaveFocus(control), `${control.toString()} is seen to have the focus`).toBe(true);
}

async function isSeenToHaveFocus(control: Locator): Promise<boolean> {
  return await control.evaluate((one) => {
    const marked = [one, ...document.querySelectorAll(':has(:focus-visible), :focus-visible + *')];
    return marked.some((each) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
      return (
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || (each === one && boxShadow !== 'none')
      );
    });
  });
}
