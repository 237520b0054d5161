import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type ChromiumWish, launchChromium, openWindow } from './chromium.ts';

const ARTEFACTS = join(import.meta.dirname, '../../../../artefacts/screens');

/** A browser for one file of tests, and the windows that its tests open. */
export interface Stage {
  /** A page in a window of its own; its errors are kept. */
  openPage(options?: BrowserContextOptions): Promise<Page>;
  /** What pages complained of since the stage was opened. */
  complaints: string[];
  close(): Promise<void>;
}

/** Opens a browser and collects what its pages complain of. */
export async function openStage(wish: ChromiumWish = {}): Promise<Stage> {
  const browser: Browser = await launchChromium(wish);
  const complaints: string[] = [];
  return {
    complaints,
    async openPage(options) {
      const page = await (await openWindow(browser, options)).newPage();
      page.on('pageerror', (error) => complaints.push(error.message));
      return page;
    },
    close: async () => await browser.close(),
  };
}

/** Keeps a picture among the tests' artefacts. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  mkdirSync(ARTEFACTS, { recursive: true });
  await page.evaluate(async () => await document.fonts.ready);
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`) });
}

/** The sound as it is, without the browser's clean-up: what measurements need. */
export async function leaveSoundAlone(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('farline.sound', JSON.stringify({ isCleaned: false })));
}
