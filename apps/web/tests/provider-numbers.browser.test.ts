import { ownTestStack } from '@farline/tools/own-stack';
import { standInTelnyx } from '@farline/tools/stand-in-telnyx';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTwentyFive } from './support/funds.ts';
import { expectWhole, untilFilled } from './support/looks.ts';
import { signUp, somebody } from './support/people.ts';
import { keepPicture, openStage, type Stage } from './support/stage.ts';

/** Numbers of a provider on the page: a stand-in of it on a real port, and a server that is set up with it. */

const LONG = { timeout: 60_000 };

let telnyx: Awaited<ReturnType<typeof standInTelnyx>>;
let stack: Awaited<ReturnType<typeof ownTestStack>>;
let stage: Stage;

beforeAll(async () => {
  telnyx = await standInTelnyx();
  stack = await ownTestStack({ env: telnyx.env() });
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
  await stack.stop();
  telnyx.close();
});

/** Somebody with money on the page of numbers, where they have chosen a country, and were offered this number. */
async function atTheNumbers(number: string): Promise<Page> {
  const page = await stage.openPage();
  await signUp(page, stack.url, somebody(), stack.databaseUrl);
  await page.goto(`${stack.url}/numbers`);
  await page.getByText('Choose a country to look for more numbers.').waitFor(LONG);
  expect(await page.getByText('No numbers match').count()).toBe(0);
  await choose(page);
  await offersOn(page)
    .getByRole('button', { name: `Rent ${number}` })
    .click(LONG);
  await page.getByTestId('rent-number').getByRole('button', { name: 'Add funds' }).click();
  await addTwentyFive(page);
  await page.goto(`${stack.url}/numbers`);
  await choose(page);
  return page;
}

const choose = async (page: Page) => await page.getByTestId('find-number').getByLabel('Country').selectOption('US');
const offersOn = (page: Page) => page.getByTestId('provider-offers');

async function rent(page: Page, number: string, price: string): Promise<void> {
  await offersOn(page)
    .getByRole('button', { name: `Rent ${number}` })
    .click(LONG);
  await page
    .getByTestId('rent-number')
    .getByRole('button', { name: `Rent for ${price}` })
    .click();
}

test('somebody rents a number of the provider, waits for it, and releases it', async () => {
  telnyx.book.add({ e164: '+13125550777', monthly: '1.00000', upfront: '2.00000' });
  telnyx.book.add({ e164: '+13125550778' });
  const page = await atTheNumbers('+1 312 555 0777');
  await page.getByLabel('Digits', { exact: true }).fill('0777');
  await expect.poll(async () => await offersOn(page).getByRole('listitem').count(), LONG).toBe(1);
  await offersOn(page).getByText('$3.00 once').waitFor();
  await offersOn(page).getByText('Incoming calls cost $0.01 a minute').waitFor();

  telnyx.book.how.ordersWait = true;
  await rent(page, '+1 312 555 0777', '$4.50');
  const pending = page.getByTestId('pending-order');
  await pending.getByText('$4.50 of your balance is set aside until then').waitFor(LONG);
  telnyx.book.how.ordersWait = false;
  await untilFilled(page);
  await expectWhole(page, 'provider-numbers');

  telnyx.book.settle('+13125550777', 'success');
  const { reference = '' } = telnyx.book.ordersOf('+13125550777')[0] ?? {};
  expect(await telnyx.tell(stack.url, { reference })).toBe(200);
  const mine = page.getByTestId('own-number').filter({ hasText: '+1 312 555 0777' });
  await mine.getByText('$1.50 a month').waitFor(LONG);
  await pending.waitFor({ state: 'detached', ...LONG });

  await mine.getByRole('button', { name: 'Release +1 312 555 0777' }).click();
  const release = page.getByTestId('release-number');
  await release.getByText('It goes back to the provider, so you may not get it again').waitFor();
  await keepPicture(page, 'provider-release');
  await release.getByRole('button', { name: 'Release', exact: true }).click();
  await mine.waitFor({ state: 'detached', ...LONG });
  await expect.poll(() => telnyx.book.heldNow(), LONG).toEqual([]);
  expect(telnyx.refused).toEqual([]);
});

test('a number that is gone, and a provider that cannot be asked, are said plainly', async () => {
  // Another number than the first one's, which rests once it is released.
  telnyx.book.add({ e164: '+13125550779' });
  const page = await atTheNumbers('+1 312 555 0779');
  telnyx.fail(/^POST/, { when: 'before', fails: 'status', status: 422 });
  await rent(page, '+1 312 555 0779', '$1.50');
  await page.getByTestId('rent-number').getByText('It isn’t available any more. Nothing was taken.').waitFor(LONG);
  await page.keyboard.press('Escape');
  await page.getByTestId('failed-order').getByText('+1 312 555 0779 couldn’t be rented').waitFor(LONG);

  telnyx.die(true);
  await page.getByLabel('Digits', { exact: true }).fill('98765');
  const unknown = page.getByTestId('provider-unknown');
  await unknown.getByText('There may be more numbers than these').waitFor(LONG);
  expect(await page.getByText('No numbers match').count()).toBe(0);
  await expectWhole(page, 'provider-unknown');
  telnyx.die(false);
  await unknown.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No numbers match').waitFor(LONG);
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
