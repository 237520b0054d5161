import { withClient } from '@farline/tools/with-client';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectWhole, untilFilled } from './support/looks.ts';
import { enter, practiceOf } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();

const PEOPLE = [
  'Name,Phone,Day',
  'Ada,07700 900123,Monday',
  'Grace,+44 7700 900124,Tuesday',
  'Twin,+44 7700 900123,Friday',
  'Nobody,hello,Monday',
  'Alan,+44 7700 900125,',
].join('\n');

/** Where it is night is the clock's affair: the server is said to have counted so many. */
async function sayQuietFor(page: Page, quietNow: number): Promise<void> {
  await page.route(/\/api\/.*\/broadcasts\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    const { broadcast } = await response.json();
    await route.fulfill({ response, json: { broadcast: { ...broadcast, quietNow } } });
  });
}

test('a broadcast is written, gets its people from a file, shows its whole cost, is sent, and costs just that', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/messages`);
  await page.getByRole('link', { name: 'Broadcasts' }).click();
  await page.getByText('No broadcasts yet').waitFor();
  await page.getByRole('link', { name: 'New broadcast' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Give the broadcast a name').waitFor();
  await page.getByLabel('Name').fill('Your visit');
  await page.getByLabel('What everybody gets').fill('Dear {name}, see you on {day}.');
  await page.getByRole('button', { name: 'Next' }).click();

  await page.getByRole('heading', { level: 1, name: 'Your visit' }).waitFor();
  await page.getByRole('region', { name: 'Recipients' }).getByRole('combobox').selectOption('GB');
  await page.getByLabel('Choose a CSV file').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(PEOPLE),
  });
  await page.getByTestId('recipient-count').getByText('2 people get it').waitFor();
  await page.getByTestId('left-out').getByText('3 rows are left out').waitFor();
  await page.getByTestId('recipient-rows').getByText('Dear Ada, see you on Monday.').waitFor();
  await page.getByTestId('recipient-rows').getByText('Reply STOP to opt out').first().waitFor();
  const cost = (await page.getByTestId('broadcast-cost').textContent())?.replace('$', '') ?? '';
  expect(Number(cost)).toBeGreaterThan(0);
  await expectWhole(page, 'broadcast-draft');
  await sayQuietFor(page, 2);
  await page.reload();
  await page.getByTestId('quiet-now').getByText('advertising may not be sent there now. People affected: 2').waitFor();
  await expectWhole(page, 'broadcast-quiet');
  await page.unrouteAll();

  const before = Number(await practiceOf(page));
  await page.getByRole('button', { name: 'Send to 2 people' }).click();
  await page.locator('[data-testid="broadcast"][data-status="completed"]').waitFor();
  await page.locator('[data-count="delivered"]').getByText('2', { exact: true }).waitFor();
  expect((await page.getByTestId('broadcast-spent').textContent())?.replace('$', '')).toBe(cost);
  await expect.poll(async () => Number((before - Number(await practiceOf(page))).toFixed(4))).toBe(Number(cost));
  await expectWhole(page, 'broadcast-report');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the report' }).click();
  expect((await saving).suggestedFilename()).toBe('farline-broadcast.csv');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const asked = page.getByTestId('remove-broadcast');
  await expectWhole(page, 'remove-broadcast');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await asked.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'All broadcasts' }).click();
  await page.getByTestId('broadcast-list').getByText('Your visit').waitFor();
  await untilFilled(page);
  await expectWhole(page, 'broadcast-list');
  await page.getByRole('link', { name: 'Your visit' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await asked.getByRole('button', { name: 'Remove broadcast' }).click();
  await page.getByText('No broadcasts yet').waitFor();
});

test('a broadcast is from the number that was chosen, never from a name, and its text says what shortens its parts', async () => {
  const page = await stage.openTab();
  const { email } = await enter(page, `${stack.url}/messages/broadcasts`);
  const second = `+1415555${String(1000 + Math.floor(Math.random() * 9000))}`;
  await withClient(stack.databaseUrl, async (database) => {
    await database.query(
      `with owner as (select account_id from accounts.user where email = $1), named as (
         insert into messages.sender_name (account_id, name, registered_in, allowed_at)
           select account_id, 'Acme', '{}', now() from owner)
       insert into numbers.number (e164, account_id, kind, created_at) select $2, account_id, 'bought', now() from owner`,
      [email, second],
    );
  });
  await page.goto(`${stack.url}/messages/broadcasts/new`);
  await page.getByText('nobody can answer STOP to a name').waitFor();
  const from = page.getByRole('combobox', { name: 'From', exact: true });
  expect(await from.locator('option').allTextContents()).not.toContain('Acme');
  await from.selectOption(second);
  await page.getByLabel('Name').fill('Closed');
  await page.getByLabel('What everybody gets').fill('Dear {name}, we’re closed.');
  await page.locator('[data-encoding="ucs-2"]').waitFor();
  await page.getByText('Counted as written.').waitFor();
  await expectWhole(page, 'broadcast-new');
  await page.getByTestId('forced-by').getByRole('button').click();
  await page.locator('[data-encoding="gsm-7"][data-segments="1"]').waitFor();
  expect(await page.getByLabel('What everybody gets').inputValue()).toBe("Dear {name}, we're closed.");
  await page.getByRole('button', { name: 'Next' }).click();

  await page.getByRole('heading', { level: 1, name: 'Closed' }).waitFor();
  await page.reload();
  await expect.poll(async () => await from.inputValue()).toBe(second);
  await page.getByRole('button', { name: 'Saved' }).waitFor();
  const first = (await from.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))).find(
    (number) => number !== second,
  );
  await from.selectOption(first ?? '');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Saved' }).waitFor();
  await page.reload();
  await expect.poll(async () => await from.inputValue()).toBe(first);

  await withClient(stack.databaseUrl, async (database) => {
    await database.query('delete from numbers.number where e164 = $1', [first]);
  });
  await page.reload();
  await page.getByText('isn’t yours any more, so this goes out from').waitFor();
  expect(await from.count()).toBe(0);
  await expectWhole(page, 'broadcast-sender-replaced');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Saved' }).waitFor();
  await page.getByText('isn’t yours any more').waitFor({ state: 'detached' });
});
