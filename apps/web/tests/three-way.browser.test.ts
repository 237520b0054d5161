import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type CallIn, callIn, ownNumber, watchLines } from './support/calls-in.ts';
import { tonesHeard } from './support/far-sound.ts';
import { enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, leaveSoundAlone } from './support/stage.ts';
import { toneStage } from './support/tone-stage.ts';

/** Two calls made one: the person at the page and two telephones out there, each with a tone of its own. */

const [OWN, FIRST, SECOND] = [1_000, 440, 700];
const PATIENCE = { timeout: 30_000, interval: 100 };

const stage = await toneStage(OWN);

/** A page that talks with the second of two callers, while the first waits. */
async function withTwoCalls(): Promise<{ page: Page; first: CallIn; second: CallIn }> {
  const page = await stage.openPage();
  await leaveSoundAlone(page);
  const lines = watchLines(page);
  await enter(page, `${stack.url}/dashboard`);
  await expect.poll(lines.registrations, PATIENCE).toBeGreaterThan(0);
  const number = await ownNumber(page);
  const first = await callIn(number, '+447700900555', { hums: FIRST });
  await page.getByTestId('answer').click();
  await phoneOn(page).reaches('in-call');
  const second = await callIn(number, '+447700900777', { hums: SECOND });
  await page.getByTestId('hold-and-answer').click();
  await page
    .getByTestId('parked-call')
    .getByText(/900555 is waiting/)
    .waitFor();
  await pageHears(page, [SECOND]);
  return { page, first, second };
}

const pageHears = async (page: Page, tones: number[]) =>
  await expect.poll(async () => await tonesHeard(page, [OWN, FIRST, SECOND]), PATIENCE).toEqual(tones);
/** The loudest tone that this caller hears from now on is this one. */
async function hears(call: CallIn, hertz: number): Promise<void> {
  const before = (await call.record()).tones.length;
  const heard = async () => (await call.record()).tones.slice(before);
  await expect
    .poll(async () => (await heard()).some((tone) => Math.abs(tone.frequencyHz - hertz) < 30), PATIENCE)
    .toBe(true);
}

test('merged, all three hear each other, muted too; split, one waits again and hears nothing; merged again, hanging up ends both', async () => {
  const { page, first, second } = await withTwoCalls();
  await hears(second, OWN);
  await page.getByTestId('merge').click();
  await page
    .getByTestId('parked-call')
    .getByText(/Also on the call: .*900555/)
    .waitFor();
  await pageHears(page, [FIRST, SECOND]);
  await keepPicture(page, 'three-way-1600');
  expect(await page.getByTestId('hold').isDisabled()).toBe(true);

  await page.setViewportSize({ width: 360, height: 740 });
  await keepPicture(page, 'three-way-360');
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.getByTestId('mute').click();
  await Promise.all([hears(first, SECOND), hears(second, FIRST)]);

  await page.getByTestId('split').click();
  await page
    .getByTestId('parked-call')
    .getByText(/900555 is waiting/)
    .waitFor();
  await pageHears(page, [SECOND]);
  expect(await page.getByTestId('mute').textContent()).toBe('Unmute');
  await page.getByTestId('mute').click();
  await hears(second, OWN);
  const before = (await first.record()).tones.length;
  for (let seconds = 0; seconds < 3; seconds += 1) await hears(second, OWN);
  expect((await first.record()).tones.length).toBe(before);

  await page.getByTestId('swap').click();
  await pageHears(page, [FIRST]);
  expect(await page.getByTestId('mute').textContent()).toBe('Unmute');
  await page.getByTestId('mute').click();
  await hears(first, OWN);
  await page.getByTestId('merge').click();
  await pageHears(page, [FIRST, SECOND]);
  await phoneOn(page).hangUp();
  await phoneOn(page).reaches('ended');
  await page.getByTestId('parked-call').waitFor({ state: 'detached' });
  for (const call of [first, second]) {
    await expect.poll(async () => (await call.record()).endedBy, PATIENCE).toBe('callee');
  }
  expect(stage.complaints).toEqual([]);
});

test('whoever of the two others hangs up leaves a call of two, which is heard both ways and can be held', async () => {
  const { page, first, second } = await withTwoCalls();
  await page.getByTestId('merge').click();
  await pageHears(page, [FIRST, SECOND]);
  await second.end();
  await page.getByTestId('parked-call').waitFor({ state: 'detached' });
  expect(await phoneOn(page).reaches('in-call')).toBe('in-call');
  expect(await phoneOn(page).root.textContent()).toContain('900555');
  await pageHears(page, [FIRST]);
  await hears(first, OWN);

  await page.getByTestId('hold').click();
  await phoneOn(page).root.getByText('They’re on hold.').waitFor();
  await page.getByTestId('hold').click();
  await pageHears(page, [FIRST]);
  await hears(first, OWN);
  await first.end();
  await phoneOn(page).reaches('ended');
  expect(stage.complaints).toEqual([]);
});
