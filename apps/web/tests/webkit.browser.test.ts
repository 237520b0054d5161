import { afterAll, beforeAll, expect, test } from 'vitest';
import { geometryScript } from './support/layout.ts';
import { confirmedAccount, somebody } from './support/people.ts';
import { stack } from './support/stack.ts';
import { launchWebKit, type WebKit } from './support/webkit.ts';

/** WebKit, the engine of Safari, as Debian has it (WebKitGTK). It carries no call there: what is tested is how pages are laid out. */

const SIZES = [
  { width: 320, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
] as const;
/** What waits for the server shows something grey, or a mark that travels; the landing page's mark travels always. */
const FILLED = `
  const isFilled = () => document.querySelector('h1') !== null && document.readyState === 'complete' &&
    (location.pathname === '/' ? document.querySelector('select, [role="combobox"]') : !document.querySelector('[class*="breathe"], .travelling'));
  const failed = () => document.querySelector('h1') === null && document.querySelector('[role="alert"]')?.textContent;
  while (!isFilled() || document.querySelector('[data-waits]') !== null) {
    if (failed()) throw new Error(failed());
    await new Promise((over) => setTimeout(over, 50));
  }
  await document.fonts.ready;`;
let webkit: WebKit;

beforeAll(async () => {
  webkit = await launchWebKit();
}, 150_000);
afterAll(async () => {
  await webkit?.close();
});

/** What is wrong with the layout of a page of ours at each width, each with where it is. */
async function breachesOn(path: string): Promise<string[]> {
  await webkit.goTo(stack.url + path);
  await webkit.run(FILLED);
  await webkit.run(await geometryScript());
  const found: string[] = [];
  for (const size of SIZES) {
    await webkit.resize(size);
    expect(await webkit.run('return innerWidth')).toBe(size.width);
    const breaches = await webkit.run<string[]>('return geometry.findBreaches()');
    found.push(...breaches.map((breach) => `${path} at ${size.width} px: ${breach}`));
  }
  return found;
}

test('the check sees in WebKit, too, what is cut and what overlaps', async () => {
  await webkit.goTo(`${stack.url}/login`);
  await webkit.run(FILLED);
  await webkit.run(await geometryScript());
  await webkit.resize(SIZES[2]);
  await webkit.run(`
    const heading = document.querySelector('h1');
    heading.style.cssText = 'width: 2.2rem; overflow: hidden; white-space: nowrap';
    const [first, second] = document.querySelectorAll('main label');
    second.style.cssText = 'position: relative; top: ' + (first.getBoundingClientRect().top - second.getBoundingClientRect().top) + 'px';`);
  const breaches = (await webkit.run<string[]>('return geometry.findBreaches()')).join('\\n');
  expect(breaches).toContain('clipped');
  expect(breaches).toContain('overlap');
});

test('WebKit as Debian has it has no WebRTC: no call of it can be tested', async () => {
  await webkit.goTo(`${stack.url}/offline.html`);
  expect(await webkit.run('return typeof RTCPeerConnection')).toBe('undefined');
});

test.each(['/', '/pricing?q=united', '/login', '/register', '/help'])(
  'the open page %s is laid out well in WebKit',
  async (path) => {
    expect(await breachesOn(path)).toEqual([]);
  },
);

test.each(['/dashboard', '/messages', '/contacts', '/billing', '/settings'])(
  'the page behind sign-in %s is laid out well in WebKit',
  async (path) => {
    await signIn();
    expect(await breachesOn(path)).toEqual([]);
  },
);

/** Somebody with a new account is signed in, here and on pages to come. */
async function signIn(): Promise<void> {
  const { token, expiresAt } = await confirmedAccount(stack.url, somebody());
  await webkit.goTo(`${stack.url}/offline.html`);
  await webkit.run(
    `localStorage.setItem('farline.session', 'always');
     localStorage.setItem('farline.token.expires', args[1]);
     localStorage.setItem('farline.token', args[0]);`,
    token,
    String(Date.parse(expiresAt)),
  );
}
