import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { confirmedAccount, type Person } from './people.ts';

const FIREFOX = process.env['FARLINE_FIREFOX'] ?? '/usr/bin/firefox-esr';

/** What Firefox's own microphone for tests sounds like. */
export const FIREFOX_TONE_HERTZ = 1_000;

/** Starts Debian's Firefox over WebDriver BiDi, with its own microphone for tests; all else of it is as people have it. */
export async function launchFirefox(preferences: Record<string, unknown> = {}): Promise<Browser> {
  return await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    defaultViewport: { width: 1600, height: 900 },
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-US',
      'intl.locale.requested': 'en-US',
      'media.navigator.streams.fake': true,
      'media.navigator.audio.fake_frequency': FIREFOX_TONE_HERTZ,
      'media.navigator.permission.disabled': true,
      'media.autoplay.default': 0,
      ...preferences,
    },
  });
}

/** Somebody with a new account on the dashboard of `url`, signed in. */
export async function enterWithFirefox(browser: Browser, url: string, person: Person): Promise<Page> {
  const { token, expiresAt } = await confirmedAccount(url, person);
  const page = await browser.newPage();
  const kept = {
    'farline.session': 'always',
    'farline.token.expires': String(Date.parse(expiresAt)),
    'farline.token': token,
  };
  const beforeFirstLoad = await page.evaluateOnNewDocument((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, kept);
  await page.goto(`${url}/dashboard`);
  await page.removeScriptToEvaluateOnNewDocument(beforeFirstLoad.identifier);
  return page;
}
