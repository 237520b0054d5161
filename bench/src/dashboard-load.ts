import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const CHROMIUM = process.env['FARLINE_CHROMIUM'] ?? '/usr/bin/chromium';

/** What Chromium's developer tools call slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. The processor is not slowed down. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const LOADED_WITHIN_MS = 120_000;
/** A browser that has just started loads pages of its own for so long; who opens the dashboard has one that runs. */
const BROWSER_STARTS_MS = 3_000;

/** How the dashboard of a signed-in person came, with nothing in the browser's cache. */
export interface DashboardLoad {
  /** When the frame was painted, and when the balance stood, from the beginning of the navigation. */
  frameMs: number;
  numbersMs: number;
  /** The sum of all layout shifts. */
  shift: number;
  /** Until the page could be used, and with all that is fetched afterwards while nothing is done. */
  first: Asked;
  whole: Asked;
}

/** What was asked of the server; scripts as they came over the wire. */
export interface Asked {
  requests: number;
  scripts: number;
  scriptBytes: number;
}

type Session = { token: string; expiresAt: string };
type Seen = Pick<DashboardLoad, 'frameMs' | 'numbersMs' | 'shift'>;
type Request = { atMs: number; isScript: boolean; bytes: number };

/** Opens the dashboard on slow 4G as somebody who is signed in, and whose browser has kept nothing else. */
export async function loadDashboard(url: string, session: Session): Promise<DashboardLoad> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    await keepSignedIn(context, session);
    await context.addInitScript({ content: WATCH_PAGE });
    const page = await context.newPage();
    const requests = await watchRequests(page);
    await wait(BROWSER_STARTS_MS);
    await page.goto(`${url}/dashboard`, { waitUntil: 'commit' });
    const stands = await page.waitForFunction(
      () => performance.getEntriesByName('farline.stands')[0]?.startTime,
      undefined,
      { timeout: LOADED_WITHIN_MS },
    );
    const standsMs = (await stands.jsonValue()) ?? Number.NaN;
    await page.waitForLoadState('networkidle', { timeout: LOADED_WITHIN_MS });
    const { seen, beganMs } = await page.evaluate(() => ({
      seen: (globalThis as unknown as { seen: Seen }).seen,
      beganMs: performance.timeOrigin,
    }));
    const whole = [...requests.values()];
    return { ...seen, first: sumOf(whole.filter(({ atMs }) => atMs <= beganMs + standsMs)), whole: sumOf(whole) };
  } finally {
    await browser.close();
  }
}

async function keepSignedIn(context: BrowserContext, { token, expiresAt }: Session): Promise<void> {
  await context.addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    },
    {
      'farline.session': 'always',
      'farline.token.expires': String(Date.parse(expiresAt)),
      'farline.token': token,
    },
  );
}

async function watchRequests(page: Page): Promise<Map<string, Request>> {
  const requests = new Map<string, Request>();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', SLOW_4G);
  devTools.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    if (!request.url.startsWith('http')) return;
    const isScript = new URL(request.url).pathname.endsWith('.js');
    requests.set(requestId, { atMs: wallTime * 1000, isScript, bytes: 0 });
  });
  devTools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request !== undefined) request.bytes += encodedDataLength;
  });
  return requests;
}

function sumOf(requests: readonly Request[]): Asked {
  const scripts = requests.filter(({ isScript }) => isScript);
  const scriptBytes = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  return { requests: requests.length, scripts: scripts.length, scriptBytes };
}

/** Runs in the page before anything else of it, and fills `seen`. */
const WATCH_PAGE = `
  const seen = { frameMs: 0, numbersMs: 0, shift: 0 };
  window.seen = seen;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const frame = document.querySelector('aside nav a[href="/dashboard"]');
    if (seen.frameMs === 0 && frame !== null) seen.frameMs = performance.now();
    if (/\\d/.test(document.querySelector('[data-testid=figure-balance]')?.textContent ?? '')) {
      seen.numbersMs = performance.now();
      return;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;
