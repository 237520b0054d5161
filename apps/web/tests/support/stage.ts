import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { type ChromiumOptions, launchChromium, openWindow } from './chromium.ts';
import { stack } from './stack.ts';

const ARTEFACTS = join(import.meta.dirname, '../../../../artefacts/screens');

/** A browser for one file of tests, and the windows that its tests open. */
export interface Stage {
  /** A page in a window of its own; its errors are kept. */
  openPage(options?: BrowserContextOptions): Promise<Page>;
  /**
   * The only page of a window that tests use one after another: whoever was there before is forgotten, and the browser
   * need not fetch and read all scripts anew. For tests that change nothing of the window itself, such as its clock.
   */
  openTab(): Promise<Page>;
  /** What pages complained of since the stage was opened. */
  complaints: string[];
  close(): Promise<void>;
}

/** Opens a browser and collects what its pages complain of. What is asked of sound and permissions needs a whole one. */
export async function openStage(options: ChromiumOptions = { isShell: true }): Promise<Stage> {
  const browser: Browser = await launchChromium(options);
  const complaints: string[] = [];
  let window: BrowserContext | undefined;
  const pageIn = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    return page;
  };
  return {
    complaints,
    async openPage(options) {
      return await pageIn(await openWindow(browser, options));
    },
    async openTab() {
      if (window === undefined) return await pageIn((window = await openWindow(browser)));
      for (const page of window.pages()) await page.close();
      const page = await pageIn(window);
      await window.clearCookies();
      const storage = await window.newCDPSession(page);
      const { origin } = new URL(stack.url);
      await storage.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
      await storage.detach();
      return page;
    },
    close: async () => await browser.close(),
  };
}

/** A stage for a file of tests: closed after them. */
export async function testStage(): Promise<Stage> {
  const stage = await openStage();
  afterAll(async () => await stage.close());
  return stage;
}

/** Keeps a picture among the tests' artefacts where that is asked for: nothing compares them, and to draw them is a fifth of a look at a page. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env['FARLINE_SCREENS'] === 'kept') await takePicture(page, name);
}

/** Leaves a picture among the tests' artefacts, asked for or not. */
export async function takePicture(page: Page, name: string): Promise<void> {
  mkdirSync(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTEFACTS, `${name}.jpg`), quality: 80 });
}

/** The sound as it is, without the browser's clean-up: what measurements need. */
export async function leaveSoundAlone(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('farline.sound', JSON.stringify({ isCleaned: false })));
}
