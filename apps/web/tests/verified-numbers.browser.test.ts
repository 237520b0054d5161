import { randomUUID } from 'node:crypto';
import { withClient } from '@farline/tools/with-client';
import { expect, test } from 'vitest';
import { findWrongs } from './support/axe.ts';
import { expectWhole, isTooWide, resize, untilFilled } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();
const NUMBER = '+447700900188';

/** What the server would have written down, of a call that no sandbox can place. */
const write = async (statement: string, values: unknown[]) =>
  await withClient(stack.databaseUrl, async (client) => await client.query(statement, values));

test('who is on trial hears why no number is verified, and a wrong code is said to be one', async () => {
  const page = await stage.openTab();
  const { email } = await enter(page, `${stack.url}/numbers`);
  await page.goto(`${stack.url}/numbers`);
  const own = page.getByTestId('own-elsewhere');
  await own.getByLabel('Your number').fill(NUMBER);
  await own.getByRole('button', { name: 'Check the price' }).click();
  await own.getByText('Practice calls ring none').waitFor();
  await keepPicture(page, 'own-elsewhere-refused');

  const id = randomUUID();
  await write(
    `insert into numbers.verification (id, account_id, user_id, e164, code_hash, tries_left, most, made_at, expires_at)
      select $1, account_id, id, $2, $3, 2, 0, now(), now() + interval '10 minutes' from accounts.user where email = $4`,
    [id, NUMBER, Buffer.alloc(32), email],
  );
  // The trunks of this stack are sandboxes: what is asked before the call is answered here, the code by the server.
  const usd = (amount: string) => ({ amount, currency: 'USD' });
  const rate = { perMinute: usd('0.0200'), connectionFee: usd('0.0000') };
  const terms = { ...rate, minimumSeconds: 0, firstSeconds: 60, nextSeconds: 60 };
  await page.route('**/api/v1/numbers/verifications/price', async (route) =>
    route.fulfill({ json: { number: NUMBER, terms, most: usd('0.0200') } }),
  );
  const expiresAt = new Date(Date.now() + 600_000).toISOString();
  await page.route('**/api/v1/numbers/verifications', async (route) =>
    route.fulfill({ status: 201, json: { verification: { id, number: NUMBER, expiresAt, triesLeft: 5 } } }),
  );
  await own.getByRole('button', { name: 'Check the price' }).click();
  await own.getByText(/One call to .*\$0\.02.* at most/).waitFor();
  await own.getByRole('button', { name: 'Call me with a code' }).click();
  await own.getByText('We are calling').waitFor();
  await own.getByLabel('Code').fill('12 34 56');
  await resize(page, { width: 360, height: 740 });
  expect(await isTooWide(page)).toBe(false);
  await own.getByRole('button', { name: 'Verify' }).scrollIntoViewIfNeeded();
  await keepPicture(page, 'own-elsewhere-code-360');
  await resize(page, { width: 1280, height: 900 });
  expect(await findWrongs(page)).toEqual([]);
  await keepPicture(page, 'own-elsewhere-code-1280');
  await own.getByRole('button', { name: 'Verify' }).click();
  await own.getByText('That is not the code').waitFor();
});

test('a verified number is shown on calls, until it is removed', async () => {
  const page = await stage.openTab();
  const { email } = await enter(page, `${stack.url}/numbers`);
  await write(
    `insert into numbers.verified (e164, account_id, verified_at, expires_at)
      select $1, account_id, now(), now() + interval '365 days' from accounts.user where email = $2`,
    [NUMBER, email],
  );
  await page.goto(`${stack.url}/numbers`);
  const card = page.getByTestId('verified-number');
  await card.getByText('Verified until').waitFor();
  await card.getByRole('button', { name: 'Show on my calls' }).click();
  await card.getByText('Shown on your calls').waitFor();
  await page.getByTestId('own-number').getByRole('button', { name: 'Show on my calls' }).waitFor();
  await untilFilled(page);
  await expectWhole(page, 'verified-numbers');
  await card.getByRole('button', { name: 'Remove' }).click();
  await page.getByTestId('remove-verified').getByRole('button', { name: 'Remove', exact: true }).click();
  await card.waitFor({ state: 'detached' });
});

test('no page complained', () => {
  expect(stage.complaints).toEqual([]);
});
