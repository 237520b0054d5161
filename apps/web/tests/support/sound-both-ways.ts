import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { CallIn } from './calls-in.ts';
import { listenToFarSide } from './far-sound.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };

/** A page that speaks a tone hears itself through the far side of a call that came in, and the far side hears the page. */
export async function expectSoundBothWays(page: Page, call: CallIn, toneHz: number): Promise<void> {
  const isIt = (frequency: number) => Math.abs(frequency - toneHz) < 30;
  await expect
    .poll(async () => {
      const heard = await listenToFarSide(page);
      return heard !== null && heard.level > 0.005 && isIt(heard.frequency);
    }, PATIENCE)
    .toBe(true);
  const heardThere = async () => (await call.record()).tones.some(({ frequencyHz }) => isIt(frequencyHz));
  await expect.poll(heardThere, PATIENCE).toBe(true);
}
