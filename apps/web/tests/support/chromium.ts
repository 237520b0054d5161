import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
} from 'playwright-core';

const CHROMIUM = process.env['FARLINE_CHROMIUM'] ?? '/usr/bin/chromium';
const SHELL = '/usr/bin/chromium-headless-shell';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--autoplay-policy=no-user-gesture-required',
];

export interface ChromiumOptions {
  /** The same engine without a browser's own window around it, a fifth quicker. It asks nobody for permissions. */
  isShell?: boolean;
  /** A WAV file that plays into the call as microphone, over and over. */
  microphoneWav?: string;
  /** Flags on top, e.g. to refuse the microphone. */
  flags?: readonly string[];
  /** Left out of the usual flags. */
  withoutFlags?: readonly string[];
}

/** How Debian's Chromium is started, with a microphone of our choice. */
export function chromiumLaunch(options: ChromiumOptions = {}): LaunchOptions {
  const sound =
    options.microphoneWav === undefined ? [] : [`--use-file-for-fake-audio-capture=${options.microphoneWav}`];
  const usual = FLAGS.filter((flag) => options.withoutFlags?.includes(flag) !== true);
  const executablePath = options.isShell === true ? SHELL : CHROMIUM;
  return { executablePath, headless: true, args: [...usual, ...sound, ...(options.flags ?? [])] };
}

/** Starts Chromium; the caller closes it. */
export async function launchChromium(options: ChromiumOptions = {}): Promise<Browser> {
  return await chromium.launch(chromiumLaunch(options));
}

/** A window of its own storage: one person. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return await browser.newContext({
    viewport: { width: 1600, height: 900 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    ...options,
  });
}
