import { expect, test } from 'vitest';
import { expectWhole, untilFilled } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();

test('somebody writes a menu by the keyboard: it is checked, saved, there again, and tried with its keys', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/numbers`);
  await page.getByRole('link', { name: /^What happens when it’s called/ }).click();
  await page.getByRole('heading', { name: /^When \+999/ }).waitFor();
  const open = page.getByTestId('rule-open');
  await open.getByRole('radio', { name: 'Menu', exact: true }).focus();
  await page.keyboard.press('Space');
  const menu = page.getByTestId('rule-menu');
  await menu.waitFor();

  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await menu.getByText('Write what the key is for').waitFor();
  await page.getByTestId('rule-saving').getByText('Something in the menus is missing').waitFor();

  await menu.getByLabel('What it’s for').fill('Sales');
  await menu.getByRole('button', { name: 'Add key' }).press('Enter');
  const second = menu.getByTestId('menu-key').nth(1);
  const key = second.getByLabel('Key', { exact: true });
  await key.press('ArrowDown');
  await key.press('ArrowDown');
  expect(await key.inputValue()).toBe('4');
  expect(await key.evaluate((field) => field === document.activeElement)).toBe(true);
  await key.selectOption('2');
  await second.getByLabel('What it’s for').fill('Opening hours');
  await second.getByLabel('When 2 is pressed').selectOption('say');
  await second.getByLabel('What is said before the call ends').fill('We open at nine.');
  const otherwise = menu.getByTestId('menu-otherwise');
  await otherwise.getByLabel('When no key is pressed').selectOption('menu');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await otherwise.getByText('A caller who presses nothing would go round these menus forever').waitFor();
  await otherwise.getByLabel('When no key is pressed').selectOption('voicemail');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect.poll(async () => await page.getByTestId('rule-saving').count()).toBe(0);

  await page.reload();
  await menu.waitFor();
  expect(await second.getByLabel('What is said before the call ends').inputValue()).toBe('We open at nine.');
  const tester = page.getByTestId('rule-test');
  await tester.getByRole('button', { name: 'Try' }).press('Enter');
  const tested = tester.getByTestId('rule-tested');
  await tested.getByText('The caller hears a menu').waitFor();
  await tested.getByText('1, Sales: Ring').waitFor();
  await tested.getByText('2, Opening hours: “We open at nine.”, and the call ends').waitFor();
  await tested.getByText('If no key is pressed, after 2 times: Voicemail').waitFor();
  await untilFilled(page);
  await expectWhole(page, 'number-menu');
});
