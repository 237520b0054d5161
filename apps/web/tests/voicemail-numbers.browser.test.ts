import { defaultRule } from '@farline/contracts/numbers/number-rules';
import { withClient } from '@farline/tools/with-client';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callIn, ownNumber } from './support/calls-in.ts';
import { expectWhole, untilFilled } from './support/looks.ts';
import { enter, type Person } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';
import { leaveVoicemails } from './support/voicemails.ts';

/** Whoever has several numbers reads the voicemails of one of them, or of all. */

const stage = await testStage();
const PATIENCE = { timeout: 60_000, interval: 200 };
/** This run's own: it is nobody else's. */
const WORKSHOP = `+1415555${String(3000 + Math.floor(Math.random() * 6000))}`;

/** Gives somebody a further number, with messages that callers left on it: the last is new. */
async function aNumber(
  { email }: Person,
  { number, label, messages }: { number: string; label: string; messages: number },
) {
  await withClient(stack.databaseUrl, async (database) => {
    await database.query(
      `with owner as (select account_id from accounts.user where email = $1), rented as (
         insert into numbers.number (e164, account_id, kind, label, created_at)
           select $2::text, account_id, 'bought', $3, now() from owner)
       insert into voicemail.recording (id, account_id, number, caller, received_at, milliseconds, heard_at)
         select uuidv7.id, account_id, $2, '+44770090056' || place, now(), 9000, case when place < $4 then now() end
         from owner, generate_series(1, $4::int) place,
           lateral (select ('01900000-0000-7000-8000-' || lpad(to_hex((random() * 1e14)::bigint + place), 12, '0'))::uuid as id) uuidv7`,
      [email, number, label, messages],
    );
  });
}

/** Has the person's own number send every caller to voicemail. */
async function sendToVoicemail(page: Page, number: string): Promise<void> {
  const rule = { ...defaultRule('UTC'), open: { do: 'voicemail' }, closed: { do: 'voicemail' } };
  const status = await page.evaluate(
    async ([path, body]) => {
      const token = localStorage.getItem('farline.token') ?? '';
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return (await fetch(`/api/v1${path}`, { method: 'PUT', headers, body })).status;
    },
    [`/numbers/${encodeURIComponent(number)}/rule`, JSON.stringify({ version: 0, rule })] as const,
  );
  expect(status).toBe(200);
}

const shown = (page: Page) => page.getByTestId('voicemail');
const boxes = (page: Page) => page.getByTestId('voicemail-boxes');

test('the voicemails of one number are shown by themselves, each number says how many are new, and that is told live', async () => {
  const page = await stage.openTab();
  const person = await enter(page, `${stack.url}/messages/voicemail`);
  const own = await ownNumber(page);
  await page.getByText('No voicemail yet').waitFor();
  expect(await boxes(page).count()).toBe(0);
  await aNumber(person, { number: WORKSHOP, label: 'Workshop', messages: 2 });

  // The number's new rule is told live, and it stands beside the one with messages.
  await sendToVoicemail(page, own);
  const workshop = boxes(page).getByRole('radio', { name: /^Workshop/ });
  await workshop.waitFor({ state: 'attached' });
  await expect.poll(async () => await boxes(page).innerText()).toMatch(/All numbers\s+1\s/);
  await workshop.click({ force: true });
  await page.waitForURL(`**/messages/voicemail?number=${encodeURIComponent(WORKSHOP)}`);
  await expect.poll(async () => await shown(page).count()).toBe(2);

  await callIn(own, '+447700900555', { says: 620 });
  await expect.poll(async () => await boxes(page).innerText(), PATIENCE).toMatch(/All numbers\s+2\s/);
  expect(await shown(page).count()).toBe(2);
  await untilFilled(page);
  await expectWhole(page, 'voicemail-numbers');

  await page.reload();
  await expect.poll(async () => await workshop.isChecked()).toBe(true);
  await boxes(page).getByRole('radio', { name: /^\+/ }).click({ force: true });
  await expect.poll(async () => await shown(page).count()).toBe(1);
  await boxes(page)
    .getByRole('radio', { name: /^All numbers/ })
    .click({ force: true });
  await expect.poll(async () => await shown(page).count()).toBe(3);
  expect(new URL(page.url()).search).toBe('');
});

test('whoever has more numbers than stand side by side chooses them from a list', async () => {
  const page = await stage.openTab();
  const person = await enter(page, `${stack.url}/dashboard`);
  const labels = ['Office', 'Shop', 'Customer service of the northern branch', 'Home', 'Holidays'];
  const last = Number(WORKSHOP.slice(-4));
  for (const [place, label] of labels.entries()) {
    await aNumber(person, { number: `+1416555${last + place - 1000}`, label, messages: place + 1 });
  }

  await page.goto(`${stack.url}/messages/voicemail`);
  await page.getByLabel('Which number').selectOption({ label: 'Shop (1)' });

  await expect.poll(async () => await shown(page).count()).toBe(2);
  await untilFilled(page);
  await expectWhole(page, 'voicemail-many-numbers');
  await page.goto(`${stack.url}/messages/voicemail?number=%2B14165550000`);
  await page.getByText('No voicemail for this number').waitFor();
});

test('one that a link names is shown above the list of a number without any, and is deleted at once', async () => {
  const page = await stage.openTab();
  const person = await enter(page, `${stack.url}/dashboard`);
  const [id = ''] = await leaveVoicemails(person, [{ caller: '+447700900561', words: 'Hello.', isHeard: true }]);
  await page.goto(`${stack.url}/messages/voicemail/${id}?number=%2B14165550000`);
  await page.getByText('No voicemail for this number').waitFor();
  await page.getByTestId('voicemail-detail').getByText('Hello.').waitFor();

  // What is gone is waited for no more.
  const closed = Promise.withResolvers<void>();
  await page.route(`**/api/v1/voicemails/${id}`, async (route) => {
    if (route.request().method() === 'GET') await closed.promise;
    await route.continue();
  });
  await page.getByTestId('voicemail-detail').getByRole('button', { name: 'Delete' }).click();
  const asked = page.getByTestId('delete-voicemail');
  await asked.getByRole('button', { name: 'Delete' }).click();
  await asked.waitFor({ state: 'detached', timeout: 5_000 });
  closed.resolve();
  await page.waitForURL('**/messages/voicemail?number=%2B14165550000');
  expect(await page.getByTestId('voicemail-detail').count()).toBe(0);
});

test('no page complained', () => {
  expect(stage.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
});
