import { randomUUID } from 'node:crypto';
import { withClient } from '@farline/tools/with-client';
import { expect, test } from 'vitest';
import { aCall } from '../src/features/phone/testing/a-call.ts';
import { findWrongs } from './support/axe.ts';
import { expectWhole, isTooWide, resize, untilFilled } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

const stage = await testStage();
const NUMBER = '+447700900188';

/** A text with a code, as whoever asked for it is shown it. */
const TEXT = {
  direction: 'outbound',
  number: '+447700900199',
  peer: NUMBER,
  text: 'Farline code: ******.',
  reasonText: null,
  encoding: 'gsm-7',
  segments: 1,
  pricePerSegment: null,
  includedSegments: 0,
  cost: null,
  paidBy: 'balance',
  broadcastId: null,
  isPractice: false,
  createdAt: new Date(0).toISOString(),
  sentAt: null,
  deliveredAt: null,
};

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
  await own.getByText('this installation only places practice calls').waitFor();
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
  const [madeAt, expiresAt] = [new Date().toISOString(), new Date(Date.now() + 600_000).toISOString()];
  let hasRisen = false;
  await page.route('**/api/v1/numbers/verifications', async (route) => {
    const verification = { id, number: NUMBER, messageId: null, madeAt, expiresAt, triesLeft: 5 };
    const moreExpensive = {
      code: 'verification_dearer',
      message: 'This call may cost 0.02 USD now. Nobody was called.',
    };
    await route.fulfill(hasRisen ? { status: 201, json: { verification } } : { status: 409, json: moreExpensive });
    hasRisen = true;
  });
  await own.getByRole('button', { name: 'Check the price' }).click();
  await own.getByText(/One call to .*\$0\.02.* at most/).waitFor();
  await own.getByRole('button', { name: 'Call me with a code' }).click();
  await own.getByText('This call may cost').waitFor();
  await own.getByRole('button', { name: 'Call me with a code' }).click();
  await own.getByText('We’re calling').waitFor();
  await own.getByLabel('Code').fill('12 34 56');
  await resize(page, { width: 360, height: 740 });
  expect(await isTooWide(page)).toBe(false);
  await own.getByRole('button', { name: 'Verify' }).scrollIntoViewIfNeeded();
  await keepPicture(page, 'own-elsewhere-code-360');
  await resize(page, { width: 1280, height: 900 });
  expect(await findWrongs(page)).toEqual([]);
  await keepPicture(page, 'own-elsewhere-code-1280');
  await own.getByRole('button', { name: 'Verify' }).click();
  await own.getByText('That isn’t the code').waitFor();
});

test('a text is offered instead of the call, costs what stands there, and a landline is told that it gets none', async () => {
  const page = await stage.openTab();
  await enter(page, `${stack.url}/numbers`);
  await page.goto(`${stack.url}/numbers`);
  const own = page.getByTestId('own-elsewhere');
  // No carrier of this stack is a real one: what would be asked of them is answered here.
  const usd = (amount: string) => ({ amount, currency: 'USD' });
  const asked: string[] = [];
  let isLandline = true;
  await page.route('**/api/v1/numbers/verifications/price', async (route) => {
    const { by } = route.request().postDataJSON() as { by?: string };
    asked.push(by ?? 'call');
    const sentence =
      'Texts don’t reach this number: it’s a landline, or of a type that doesn’t take them. Have us call it instead.';
    if (by === 'text' && isLandline) {
      isLandline = false;
      return await route.fulfill({ status: 422, json: { code: 'number_takes_no_code', message: sentence } });
    }
    return await route.fulfill({
      json: { number: NUMBER, terms: null, most: usd(by === 'text' ? '0.0400' : '0.0200') },
    });
  });
  const [id, messageId] = [randomUUID(), randomUUID()];
  const [madeAt, expiresAt] = [new Date().toISOString(), new Date(Date.now() + 600_000).toISOString()];
  await page.route('**/api/v1/numbers/verifications', async (route) => {
    expect(route.request().postDataJSON()).toMatchObject({ by: 'text', most: '0.0400' });
    const verification = { id, number: NUMBER, messageId, madeAt, expiresAt, triesLeft: 5 };
    await route.fulfill({ status: 201, json: { verification } });
  });
  const states = { status: 'queued', reason: null as string | null };
  await page.route(`**/api/v1/messages/${messageId}`, async (route) =>
    route.fulfill({ json: { message: { ...TEXT, id: messageId, ...states } } }),
  );
  await own.getByLabel('Your number').fill(NUMBER);
  await own.getByRole('button', { name: 'Check the price' }).click();
  await own.getByRole('button', { name: 'Send me a text instead' }).click();
  await own.getByText('Texts don’t reach this number').waitFor();
  await own.getByRole('button', { name: 'Send me a text instead' }).click();
  await own.getByText(/One text to .*\$0\.04.* at most/).waitFor();
  expect(asked).toEqual(['call', 'text', 'text']);
  await keepPicture(page, 'own-elsewhere-text-price');
  await own.getByRole('button', { name: 'Text me a code' }).click();
  await own.getByText('We’re texting').waitFor();
  await resize(page, { width: 360, height: 740 });
  expect(await isTooWide(page)).toBe(false);
  await own.getByRole('button', { name: 'Call me instead' }).scrollIntoViewIfNeeded();
  await keepPicture(page, 'own-elsewhere-text-360');
  await resize(page, { width: 1280, height: 900 });
  expect(await findWrongs(page)).toEqual([]);
  Object.assign(states, { status: 'failed', reason: 'refused' });
  await own.getByText(/The text to .*0188 didn’t get through/).waitFor();
  await own.getByText('No network took it').waitFor();
  await own.getByRole('button', { name: 'Call me instead' }).click();
  await own.getByText(/One call to/).waitFor();
});

test('a page that is opened anew goes on where the code is typed, and says why its call reached nobody', async () => {
  const page = await stage.openTab();
  const { email } = await enter(page, `${stack.url}/numbers`);
  await write(
    `insert into numbers.verification (id, account_id, user_id, e164, code_hash, tries_left, most, made_at, expires_at)
      select $1, account_id, id, $2, $3, 5, 0, now(), now() + interval '10 minutes' from accounts.user where email = $4`,
    [randomUUID(), NUMBER, Buffer.alloc(32), email],
  );
  await page.goto(`${stack.url}/numbers`);
  const own = page.getByTestId('own-elsewhere');
  await own.getByText('We’re calling').waitFor();
  await own.getByLabel('Code').waitFor();

  // The trunks of this stack are sandboxes, which place no such call: the history is answered as after one.
  const endedAt = new Date(Date.now() + 10_000).toISOString();
  const over = { startTime: new Date(Date.now() + 5_000).toISOString(), endedAt, status: 'failed' as const };
  const ours = aCall({ ...over, id: randomUUID(), direction: 'inbound', placedBy: 'verification' });
  const reasons = { reason: 'busy' as const, reasonText: 'The line is busy. Try again later.' };
  const placed = aCall({ ...over, ...reasons, id: randomUUID(), to: NUMBER, placedBy: 'forward' });
  await page.route('**/api/v1/calls/history?*', async (route) =>
    route.fulfill({ json: { calls: [placed, ours], page: 1, limit: 20, total: 2 } }),
  );
  const forward = { role: 'given', callId: placed.id, number: NUMBER, most: null, refusal: null };
  await page.route(`**/api/v1/calls/${ours.id}`, async (route) =>
    route.fulfill({
      json: { call: ours, timeline: [], route: null, priceLines: [], quality: null, archivedAt: null, forward },
    }),
  );
  await page.reload();
  const unreached = own.getByTestId('unreached');
  await unreached.getByText('The line is busy').waitFor();
  await unreached.getByText(/The call to .*0188 didn’t get through/).waitFor();
  expect(await own.getByText('We’re calling').count()).toBe(0);
  await own.getByRole('button', { name: 'Verify' }).scrollIntoViewIfNeeded();
  await keepPicture(page, 'own-elsewhere-unreached');
  // What it would cost now was never shown on this page.
  await own.getByRole('button', { name: 'Call again' }).click();
  await own.getByText('this installation only places practice calls').waitFor();
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
