import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { microphonesOf, noteMicrophones } from './support/microphones.ts';
import { enter, signUp } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, openStage, type Stage } from './support/stage.ts';

/** A port of this machine where nobody listens. */
const DEAD_WEBSOCKET = 'ws://127.0.0.1:9/';

let usual: Stage;
beforeAll(async () => {
  usual = await openStage();
});
afterAll(async () => await usual.close());

async function problemOn(page: Page): Promise<string> {
  const box = page.getByTestId('phone-problem');
  await box.waitFor({ timeout: 30_000 });
  return (await box.textContent()) ?? '';
}

async function callFrom(page: Page, number = '+447700900123'): Promise<void> {
  await phoneOn(page).type(number);
  await phoneOn(page).call();
}

test('a refused microphone is named, with the way to allow it', async () => {
  const stage = await openStage({
    withoutFlags: ['--use-fake-ui-for-media-stream'],
    flags: ['--deny-permission-prompts'],
  });
  const page = await stage.openPage();
  await enter(page, `${stack.url}/dashboard`);
  await callFrom(page);
  expect(await problemOn(page)).toMatch(
    /Your browser isn’t allowed to use the microphone.*Nothing was charged.*Try again/,
  );
  await keepPicture(page, 'problem-microphone-refused');
  await stage.close();
});

test('a missing microphone is named, with what to do', async () => {
  const stage = await openStage({ withoutFlags: ['--use-fake-device-for-media-stream'] });
  const page = await stage.openPage();
  await enter(page, `${stack.url}/dashboard`);
  await callFrom(page);
  expect(await problemOn(page)).toMatch(/No microphone was found.*Connect one/);
  await stage.close();
});

test('an insecure address is named, and the safe one offered', async () => {
  const stage = await openStage({ flags: ['--host-resolver-rules=MAP farline.test 127.0.0.1'] });
  const page = await stage.openPage();
  await signUp(page, stack.url.replace('localhost', 'farline.test'));
  await callFrom(page);
  expect(await problemOn(page)).toMatch(/isn’t secure enough/);
  expect(await page.getByRole('link', { name: 'Open on localhost' }).getAttribute('href')).toContain(
    'http://localhost:',
  );
  await stage.close();
});

test('a lost network is named, and calling again works when it is back', async () => {
  const page = await usual.openPage({ fetchesAhead: true });
  await enter(page, `${stack.url}/dashboard`);
  await phoneOn(page).type('+447700900123');
  await phoneOn(page).readQuote();
  await page.context().setOffline(true);
  await phoneOn(page).call();
  expect(await problemOn(page)).toMatch(/No connection.*Nothing was charged/);
  await keepPicture(page, 'problem-no-network');
  await page.context().setOffline(false);
  await page.getByTestId('phone').getByRole('button', { name: 'Try again' }).click();
  await phoneOn(page).reaches('in-call');
  await phoneOn(page).hangUp();
});

test('an engine that cannot be reached is named, nothing is charged, and the call stands in the history as ended', async () => {
  const page = await usual.openTab();
  await enter(page, `${stack.url}/dashboard`);
  await page.route('**/api/v1/calls/webrtc-token', async (route) => {
    const reply = await route.fetch();
    const account = (await reply.json()) as Record<string, unknown>;
    await route.fulfill({ response: reply, json: { ...account, websocketUrl: DEAD_WEBSOCKET } });
  });
  await callFrom(page);
  await phoneOn(page).reaches('ended');
  expect(await phoneOn(page).root.textContent()).toMatch(/It’s on our side. Nothing was charged/);
  expect((await phoneOn(page).readEnd()).price).toBe('No charge');
  await keepPicture(page, 'problem-engine-down');
});

test('a microphone opened for a call that is not placed is let go', async () => {
  const page = await usual.openPage();
  await noteMicrophones(page);
  await page.route('**/api/v1/calls/webrtc-token', async (route) => await route.fulfill({ status: 500, body: '' }));
  await enter(page, `${stack.url}/dashboard`);
  await callFrom(page);
  await problemOn(page);
  await expect.poll(async () => await microphonesOf(page)).toEqual(['ended']);
  await page.close();
});

test('another microphone is taken in mid-call, and one that cannot be opened is named while the call goes on', async () => {
  const page = await usual.openPage();
  await noteMicrophones(page);
  await enter(page, `${stack.url}/dashboard`);
  const phone = phoneOn(page);
  await callFrom(page);
  await phone.reaches('in-call');
  await phone.root.getByRole('button', { name: 'Sound' }).click();
  const choice = page.getByTestId('sound-settings').getByLabel('Microphone');
  await choice.selectOption({ index: 1 });
  await expect.poll(async () => await microphonesOf(page)).toEqual(['ended', 'on']);
  const chosen = await choice.inputValue();

  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('in use', 'NotReadableError');
    };
  });
  await choice.selectOption({ index: 2 });
  await page.getByText('The microphone can’t be opened').first().waitFor();
  expect(await choice.inputValue()).toBe(chosen);
  expect(await microphonesOf(page)).toEqual(['ended', 'on']);
  await phone.hangUp();
  await phone.reaches('ended');
  await expect.poll(async () => await microphonesOf(page)).toEqual(['ended', 'ended']);
  await page.close();
});

test('a call that the balance does not pay for is not placed, and the free echo test is offered', async () => {
  const page = await usual.openTab();
  await enter(page, `${stack.url}/dashboard`);
  const phone = phoneOn(page);
  await phone.type('+29051234'); // Saint Helena: the minute costs more than half of the practice credit.
  await phone.readQuote();
  await phone.call();
  await phone.reaches('in-call');
  await page.getByTestId('money-ends').waitFor(); // It pays for one minute.
  // Who does not see it is told at its marks, not each second.
  await page.getByTestId('ending-announcement').getByText('of practice credit left').waitFor();
  expect(
    await page
      .locator('[role=status], [aria-live]:not([aria-live=off])', { has: page.getByTestId('money-ends') })
      .count(),
  ).toBe(0);
  await phone.hangUp();
  await phone.readEnd();
  await page.getByRole('button', { name: 'Another number' }).click();

  await phone.type('+29051234');
  expect(await problemOn(page)).toMatch(/Not enough balance for this call/);
  expect(await page.getByTestId('call-button').isDisabled()).toBe(true);
  await keepPicture(page, 'problem-no-money');
  await page.getByRole('button', { name: 'Call the free echo test' }).click();
  await phone.reaches('in-call');
  await phone.hangUp();
});

test('a call whose price has gone up is not placed, and the new price stands below', async () => {
  const page = await usual.openPage();
  await enter(page, `${stack.url}/dashboard`);
  // What was shown is an earlier price: the first answer alone.
  await page.route(
    '**/api/v1/calls/calculate-cost',
    async (route) => {
      const reply = await route.fetch();
      const quote = (await reply.json()) as { terms: object };
      const terms = { ...quote.terms, perMinute: { amount: '0.0010', currency: 'USD' } };
      await route.fulfill({ response: reply, json: { ...quote, terms } });
    },
    { times: 1 },
  );
  const phone = phoneOn(page);
  await phone.type('+447700900123');
  expect((await phone.readQuote()).price).toBe('$0.001/min');
  await phone.call();
  expect(await problemOn(page)).toMatch(/The price of this call has gone up.*nothing was charged/);
  await page.getByTestId('price').getByText('$0.018/min').waitFor();
  await keepPicture(page, 'problem-price-changed');
  await phone.call();
  await phone.reaches('in-call');
  await phone.hangUp();
  await page.close();
});

test.each([
  ['112', /Emergency numbers can’t be called from here/],
  ['+881612345678', /are blocked because they’re expensive/],
  ['+4477', /too short/],
])('%s is refused with a sentence that says why', async (number, sentence) => {
  const page = await usual.openTab();
  await enter(page, `${stack.url}/dashboard`);
  await phoneOn(page).type(number);
  await page.keyboard.press('Enter');
  expect(await problemOn(page)).toMatch(sentence);
});

test.each([
  [
    'the server is too busy for anything else',
    '112',
    503,
    /Emergency numbers can’t be called from here.*use another phone/,
  ],
  [
    'the server has heard too much of the account',
    '999',
    429,
    /Emergency numbers can’t be called from here.*use another phone/,
  ],
  ['nothing is in reach', '+112', 0, /Emergency numbers can’t be called from here.*use another phone/],
  ['it stands behind a country’s code', '+44 999', 0, /Emergency numbers can’t be called from here.*use another phone/],
])(
  'an emergency number is refused with its sentence, and no microphone opened, also where %s: %s',
  async (_where, number, status, sentence) => {
    const page = await usual.openPage();
    await noteMicrophones(page);
    await enter(page, `${stack.url}/dashboard`);
    await phoneOn(page).field.waitFor();
    await page.route('**/api/v1/**', async (route) => {
      if (status === 0) return await route.abort();
      await route.fulfill({ status, json: { code: status === 503 ? 'busy' : 'too_many_requests', message: 'Later.' } });
    });
    await phoneOn(page).type(number);
    await page.keyboard.press('Enter');
    expect(await problemOn(page)).toMatch(sentence);
    expect(await microphonesOf(page)).toEqual([]);
    await page.unrouteAll();
    await page.close();
  },
);

test('no page complained', () => {
  expect(usual.complaints).toEqual([]);
});
