import { expect, test } from 'vitest';
import { practiceOf, enter } from './support/people.ts';
import { phoneOn } from './support/phone.ts';
import { stack } from './support/stack.ts';
import { keepPicture, testStage } from './support/stage.ts';

/** The engine waits 30 s for a browser's keys; a browser may give up sooner. */
const ENDED_WITHIN_MS = 60_000;

const stage = await testStage();

test('a call whose sound never came up says so, and costs nothing', async () => {
  const page = await stage.openPage();
  // Relayed candidates alone, and no relay: this browser has no way for sound.
  await page.addInitScript(() => {
    const Usual = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Usual {
      constructor(configuration?: RTCConfiguration) {
        super({ ...configuration, iceTransportPolicy: 'relay' });
      }
    };
  });
  await enter(page, `${stack.url}/dashboard`);
  await phoneOn(page).type('+447700900123');
  await phoneOn(page).call();

  const line = page.getByTestId('call-list').locator('li').first();
  await expect
    .poll(async () => await line.locator('[data-status]').getAttribute('data-status'), { timeout: ENDED_WITHIN_MS })
    .toBe('completed');
  await line.getByRole('button').first().click();
  const detail = page.getByTestId('call-detail');
  await detail.getByText('The sound couldn’t be connected, so the call was ended.').first().waitFor();
  await detail.getByText('Not charged: the sound was never connected').waitFor();
  await keepPicture(page, 'sound-never-connected');
  expect(Number(await practiceOf(page))).toBe(2);
});
