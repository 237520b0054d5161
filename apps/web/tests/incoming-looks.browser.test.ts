import { randomUUID } from 'node:crypto';
import type { Call } from '@farline/contracts/calls';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aCall } from '../src/features/phone/testing/a-call.ts';
import { layoutBreaches } from './support/layout.ts';
import { expectWhole, resize, untilFilled } from './support/looks.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';
import { standInForEngine } from './support/stand-in-registrar.ts';

/** How a call that comes in is shown, and what is pressed there: the engine's part is the test's own. */

const stage = await testStage();
const PATIENCE = { timeout: 20_000, interval: 50 };
const CALLER = '+447700900555';
const OWN = '+999100200';

/** Somebody whose page rings when the test says so. */
async function called(path = '/dashboard') {
  const page = await stage.openTab();
  const engine = await standInForEngine(page, stack.websocketUrl);
  await enter(page, stack.url + path);
  await engine.registered;
  const ring = async (from: string = CALLER, callerDoubt: Call['callerDoubt'] = null): Promise<string> => {
    const id = randomUUID();
    const call = aCall({
      id,
      direction: 'inbound',
      placedBy: 'telephone',
      to: OWN,
      from: from === '' ? null : from,
      status: 'ringing',
      callerDoubt,
      destination: { prefix: '4477', countryCode: from === '' ? null : 'GB', kind: 'mobile', operator: null },
    });
    await page.route(`**/calls/${id}`, async (route) => await route.fulfill({ json: { call } }));
    engine.ring({ id, from });
    await panelOn(page).waitFor();
    return id;
  };
  return { page, engine, ring };
}

const panelOn = (page: Page) => page.getByTestId('incoming-call');
const answersOf = (engine: Awaited<ReturnType<typeof standInForEngine>>, id: string) =>
  expect.poll(() => engine.answers(id), PATIENCE);

test('it is whole on every width and in both colours: who calls, from where, to which number, and what can be done', async () => {
  const { page, engine, ring } = await called();
  const id = await ring();
  expect(await page.getByTestId('who-calls').textContent()).toContain('+44 7700 900555');
  await page.getByTestId('called-number').waitFor();
  expect(await page.getByTestId('ring-announcement').textContent()).toContain('is calling');
  await expectWhole(page, 'incoming-call');

  engine.cancel(id, 'SIP;cause=200;text="Call completed elsewhere"');
  await panelOn(page).waitFor({ state: 'detached' });
  await expect.poll(async () => await page.title(), PATIENCE).toBe('Dashboard · Farline');
  expect(stage.complaints).toEqual([]);
});

test.each([
  [360, 740],
  [768, 1024],
  [1280, 900],
  [1440, 900],
  [1600, 900],
])('at %d px it lies on nothing that cannot be scrolled out from under it', async (width, height) => {
  const { page, ring } = await called();
  await untilFilled(page);
  await resize(page, { width, height });
  await ring();
  await page.getByTestId('called-number').waitFor();
  expect(await layoutBreaches(page)).toEqual([]);
  await page.close();
});

test('a number that may be forged is said to be, and why, on every width and in both colours', async () => {
  const { page, ring } = await called();
  await ring(CALLER, 'neighbour');
  await page.getByTestId('caller-doubt').getByText('Possibly forged').waitFor();
  await expectWhole(page, 'incoming-forged');
});

test('a caller who shows no number is told as such, and cannot be written to', async () => {
  const { page, ring } = await called();
  await ring('');
  expect(await page.getByTestId('who-calls').textContent()).toBe('Number not shown');
  expect(await page.getByTestId('reply-with-text').count()).toBe(0);
  await keepPicture(page, 'incoming-anonymous');
});

test('letters that somebody types answer and decline nothing; D declines on every device once nobody types', async () => {
  const { page, engine, ring } = await called('/contacts');
  const search = page.getByRole('searchbox').or(page.getByRole('textbox')).first();
  await search.focus();
  const id = await ring();
  await page.keyboard.type('add');
  await page.keyboard.press('Enter');
  expect(await panelOn(page).getAttribute('data-state')).toBe('ringing');
  expect(engine.answers(id)).toEqual([]);

  await search.blur();
  await expect
    .poll(async () => {
      await page.keyboard.press('d');
      return engine.answers(id);
    }, PATIENCE)
    .toEqual([603]);
  await panelOn(page).waitFor({ state: 'detached' });
});

test('over a dialog it is heard of, reachable and pressed, and the dialog stays', async () => {
  const { page, engine, ring } = await called('/billing');
  await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).first().click();
  await page.getByTestId('add-funds').waitFor();
  const id = await ring();
  await keepPicture(page, 'incoming-over-dialog');
  await panelOn(page).getByRole('button', { name: 'Decline' }).click();
  await answersOf(engine, id).toEqual([603]);
  expect(await page.getByTestId('add-funds').isVisible()).toBe(true);
});

test('a microphone that is not allowed is told with what to do, and the call rings on', async () => {
  const { page, engine, ring } = await called();
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => await Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  const id = await ring();
  await page.getByTestId('answer').dblclick();
  await page.getByTestId('ring-problem').getByText('then press Answer again').waitFor();
  expect(await panelOn(page).getAttribute('data-state')).toBe('ringing');
  expect(engine.answers(id)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await keepPicture(page, 'incoming-no-microphone-360');
});

test('Reply with a text declines, and opens what was written with the caller', async () => {
  const { page, engine, ring } = await called();
  const id = await ring();
  await page.getByTestId('reply-with-text').click();
  await page.waitForURL(`**/messages/${CALLER}`);
  await answersOf(engine, id).toEqual([603]);
});

test('two who call at once are both told; when one is declined the other stands there', async () => {
  const { page, engine, ring } = await called();
  const first = await ring();
  await ring('+12015550123');
  await panelOn(page)
    .getByText(/And another: .*201 555 0123/)
    .waitFor();
  await panelOn(page).getByTestId('decline').click();
  await answersOf(engine, first).toEqual([603]);
  await page.getByTestId('who-calls').getByText('201 555 0123').waitFor();
});
