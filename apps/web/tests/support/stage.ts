import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, onTestFinished } from 'vitest';
import { type ChromiumOptions, launchChromium, openWindow } from './chromium.ts';
import { stack } from './stack.ts';

const ARTEFACTS = join(import.meta.dirname, '../../../../artefacts/screens');

export interface WindowOptions extends BrowserContextOptions {
  /**
   * As most people's: it fetches what later pages need, and a service worker keeps the page. Else its browser saves data: the first load of a
   * page takes half of the processor's time.
   */
  fetchesAhead?: boolean;
}

/** A browser for one file of tests, and the windows that its tests open. */
export interface Stage {
  /** A page in a window of its own, which is closed after the test that opened it; its errors are kept. */
  openPage(options?: WindowOptions): Promise<Page>;
  /**
   * The only page of a window that tests use one after another: whoever was there before is forgotten, and the browser
   * need not fetch and read all scripts anew. For tests that change nothing of the window itself, such as its clock.
   */
  openTab(): Promise<Page>;
  /** What pages complained of since the stage was opened. */
  complaints: string[];
  close(): Promise<void>;
}

let shared: Promise<Browser> | undefined;

/** What files that a worker runs share, which ends with the worker; where one has died, the next file has another. */
async function sharedBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined);
  if (running?.isConnected() === true) return running;
  shared = launchChromium({ isShell: true });
  return await shared;
}

/** Opens a browser and collects what its pages complain of. What is asked of sound and permissions needs a whole one, of its own. */
export async function openStage(options?: ChromiumOptions): Promise<Stage> {
  const browser = await (options === undefined ? sharedBrowser() : launchChromium(options));
  const complaints: string[] = [];
  const windows: BrowserContext[] = [];
  let window: BrowserContext | undefined;
  const open = async (options?: WindowOptions): Promise<BrowserContext> => {
    const opened = await windowOf(browser, options);
    windows.push(opened);
    return opened;
  };
  const pageIn = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    return page;
  };
  return {
    complaints,
    async openPage(options) {
      const opened = await open(options);
      whenTestIsOver(async () => await opened.close());
      return await pageIn(opened);
    },
    async openTab() {
      if (window === undefined) return await pageIn((window = await open()));
      for (const page of window.pages()) await page.close();
      const page = await pageIn(window);
      await window.clearCookies();
      const storage = await window.newCDPSession(page);
      const { origin } = new URL(stack.url);
      await storage.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
      await storage.detach();
      return page;
    },
    close: async () => {
      await Promise.all(windows.map(async (each) => await each.close()));
      if (options !== undefined) await browser.close();
    },
  };
}

/** What a test opened is closed after it; what was opened for all tests of a file stays. */
function whenTestIsOver(end: () => Promise<void>): void {
  try {
    onTestFinished(end);
  } catch {
    // No test runs.
  }
}

async function windowOf(browser: Browser, options: WindowOptions = {}): Promise<BrowserContext> {
  const { fetchesAhead = false, ...others } = options;
  if (fetchesAhead) return await openWindow(browser, others);
  const window = await openWindow(browser, { serviceWorkers: 'block', ...others });
  await window.addInitScript(() => {
    const { connection } = navigator as { connection?: object };
    if (connection !== undefined) Object.defineProperty(connection, 'saveData', { value: true });
  });
  return window;
}

/** A stage for a file of tests: closed after them. */
export async function testStage(): Promise<Stage> {
  const stage = await openStage();
  afterAll(async () => await stage.close());
  return stage;
}

export const keepsPictures = process.env['FARLINE_SCREENS'] === 'kept';

/** Keeps a picture among the tests' artefacts where that is asked for: nothing compares them, and to draw them is a fifth of a look at a page. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (keepsPictures) await takePicture(page, name);
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
