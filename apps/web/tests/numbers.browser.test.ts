import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { addTwentyFive } from './support/funds.ts';
import { expectWhole, untilFilled } from './support/looks.ts';
import { offerNumbers } from './support/offer-numbers.ts';
import { balanceOf, enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();
const NUMBERS = [
  '+13125550776,carrier-1,1.50,0,0,yes,yes,',
  '+13125550777,carrier-1,1.50,2.00,0.012,yes,yes,',
  '+442079460777,carrier-1,2.00,0,0,yes,no,An address in London',
  '+4915123456789,carrier-1,3.00,0,0,no,yes,',
];

/** Looks once the page is filled. */
async function expectNumbersWhole(page: Page): Promise<void> {
  await untilFilled(page);
  await expectWhole(page, 'numbers');
}

/** A picture of the numbers that were found, as a telephone shows them. */
async function keepWithNarrowList(page: Page): Promise<void> {
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByLabel('Digits', { exact: true }).scrollIntoViewIfNeeded();
  await page.getByTestId('offers').getByRole('listitem').last().scrollIntoViewIfNeeded();
  await keepPicture(page, 'numbers-found-360');
  if (wide !== null) await page.setViewportSize(wide);
}

test('somebody looks for a number, pays, rents it at the price that was shown, names it and gives it back', async () => {
  await offerNumbers(NUMBERS);
  const page = await stage.openTab();
  await enter(page, `${stack.url}/dashboard`);
  await page.getByRole('link', { name: 'Numbers', exact: true }).click();
  const found = page.getByTestId('offers');
  await found.getByText('An address in London').waitFor();
  await page.getByLabel('Digits', { exact: true }).fill('no 0777');
  await page.getByTestId('find-number').getByLabel('Country').selectOption('US');
  await expect.poll(async () => await found.getByRole('listitem').count()).toBe(1);
  await found.getByText('$2.00 once').waitFor();

  const rent = found.getByRole('button', { name: 'Rent +1 312 555 0777' });
  await rent.click();
  const dialog = page.getByTestId('rent-number');
  await dialog.getByTestId('cannot-rent').getByText('not with practice credit').waitFor();
  await dialog.getByRole('button', { name: 'Add funds' }).click();
  await addTwentyFive(page);

  await page.goto(`${stack.url}/numbers`);
  await page.getByLabel('Digits', { exact: true }).fill('50777');
  await rent.click();
  expect(await dialog.textContent()).toMatch(/now\$3\.50.*Incoming calls cost \$0\.012 a minute/s);
  expect(await findWrongs(page, '[role="dialog"]')).toEqual([]);
  await keepPicture(page, 'rent-number');
  await dialog.getByRole('button', { name: 'Rent for $3.50' }).click();
  await dialog.waitFor({ state: 'detached' });
  const mine = page.getByTestId('own-number');
  const rented = mine.filter({ hasText: '+1 312 555 0777' });
  await rented.getByText('Shown on your calls').waitFor();
  await rented.getByText('$1.50 a month').waitFor();
  await rented.getByText('Incoming calls cost $0.012 a minute').waitFor();
  await expect.poll(async () => await balanceOf(page)).toBe('21.5000');
  await page.getByText('No numbers match.').waitFor();
  await rented.getByRole('button', { name: 'Label +1 312 555 0777' }).click();
  await page.getByRole('textbox', { name: 'Label' }).fill('Office');
  await page.keyboard.press('Enter');
  await rented.getByText('Office', { exact: true }).waitFor();
  const sandbox = mine.filter({ hasText: 'Sandbox' });
  await sandbox.getByRole('button', { name: 'Show on my calls' }).click();
  await sandbox.getByText('Shown on your calls').waitFor();
  await rented.getByRole('button', { name: 'Show on my calls' }).click();
  await rented.getByText('Shown on your calls').waitFor();
  await page.getByLabel('Digits', { exact: true }).fill('');
  await found.waitFor();
  await expectNumbersWhole(page);
  await keepWithNarrowList(page);

  await rented.getByRole('button', { name: 'Release +1 312 555 0777' }).focus();
  await page.keyboard.press('Enter');
  const release = page.getByTestId('release-number');
  await release.getByText('For 45 days only you can rent it again').waitFor();
  await keepPicture(page, 'release-number');
  await release.getByRole('button', { name: 'Release', exact: true }).click();
  await rented.waitFor({ state: 'detached' });
  await sandbox.getByText('Shown on your calls').waitFor();
  await found.getByText('+1 312 555 0777').waitFor();
  await expect.poll(async () => await balanceOf(page)).toBe('21.5000');
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
