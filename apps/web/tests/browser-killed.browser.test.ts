import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { chromiumLaunch, openWindow } from './support/chromium.ts';
import { practiceOf, enter, signIn } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

/** The engine waits 15 s for sound from a side whose WebSocket is closed, and is asked every few seconds. */
const NOTICED_WITHIN_MS = 30_000;

const stage = await testStage();

test('a browser that is killed in mid-call is cut for its silence, paid to then, and the next sign-in tells so', async () => {
  const server = await chromium.launchServer(chromiumLaunch());
  const doomed = await chromium.connect(server.wsEndpoint());
  const page = await (await openWindow(doomed)).newPage();
  const person = await enter(page, `${stack.url}/dashboard`);
  const phone = phoneOn(page);
  await phone.type('+447700900123');
  await phone.call();
  await phone.reaches('in-call');
  await expect.poll(async () => await page.getByTestId('timer').textContent(), { timeout: 20_000 }).toBe('0:03');
  server.process().kill('SIGKILL');
  const killedAt = Date.now();

  const after = await stage.openPage();
  await signIn(after, stack.url, person);
  const line = after.getByTestId('call-list').locator('li').first();
  await expect
    .poll(async () => await line.locator('[data-status]').getAttribute('data-status'), { timeout: NOTICED_WITHIN_MS })
    .toBe('completed');
  expect(Date.now() - killedAt).toBeLessThan(NOTICED_WITHIN_MS);

  await line.getByRole('button').first().click();
  const told = await after.getByTestId('call-detail').textContent();
  expect(told).toContain('The sound was lost, so the call was ended.');
  const [duration] = /(?<!\d)0:\d\d/.exec((await line.textContent()) ?? '') ?? [];
  // Three seconds of talk, and the fifteen that a silent side has: from its last packet on, of which rtpengine tells the whole second.
  expect(Number(duration?.slice(2))).toBeGreaterThanOrEqual(17);
  expect(Number(duration?.slice(2))).toBeLessThanOrEqual(3 + NOTICED_WITHIN_MS / 1000);
  const perSecond = 0.018 / 60;
  expect(Number(await practiceOf(after))).toBeCloseTo(2 - Number(duration?.slice(2)) * perSecond, 6);
});
