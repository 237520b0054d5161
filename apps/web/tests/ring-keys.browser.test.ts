import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callIn, ownNumber, watchLines } from './support/calls-in.ts';
import { microphonesOf, noteMicrophones } from './support/microphones.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { leaveSoundAlone } from './support/stage.ts';
import { toneStage } from './support/tone-stage.ts';

const stage = await toneStage(1_000);

/** In one breath, however busy the machine is: after a while the second is a key by itself. */
const pressTwo = async (page: Page, ...keys: [string, string]) =>
  await page.evaluate((both) => {
    for (const key of both)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }, keys);

test('keys that lead from page to page do nothing to a call that rings: neither A after G answers, nor D after G declines', async () => {
  const page = await stage.openPage();
  await leaveSoundAlone(page);
  await noteMicrophones(page);
  const lines = watchLines(page);
  await enter(page, `${stack.url}/dashboard`);
  await expect.poll(lines.registrations).toBeGreaterThan(0);
  const call = await callIn(await ownNumber(page), '+447700900555');
  const panel = page.getByTestId('incoming-call');
  await panel.waitFor();
  // At each page but the first the search's keys have been listened for anew.
  for (const leadsTo of ['numbers', 'billing', 'settings', 'analytics', 'dashboard', 'analytics', 'dashboard']) {
    await pressTwo(page, 'g', leadsTo.slice(0, 1));
    await page.waitForURL(`**/${leadsTo}`);
  }
  expect(await panel.getAttribute('data-state')).toBe('ringing');
  expect(await microphonesOf(page)).toEqual([]);
  await call.end();
  await panel.waitFor({ state: 'detached' });
  expect(stage.complaints).toEqual([]);
});
