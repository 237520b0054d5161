import { expect, test } from 'vitest';
import { askedBy } from './support/asked-by.ts';
import { enter } from './support/people.ts';
import { stack } from './support/stack.ts';
import { testStage } from './support/stage.ts';

const stage = await testStage();

test('the frame of the dashboard comes with the page itself, and no script stands in its way', async () => {
  const reply = await fetch(`${stack.url}/dashboard`, { headers: { 'accept-encoding': 'br' } });
  const html = await reply.text();
  expect(html).toContain('data-testid="first-frame"');
  expect(blocking(html)).toEqual([]);
});

/** What a browser waits for before it shows what stands below (HTML §4.12.1, §4.2.4). */
function blocking(html: string): string[] {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  return tags.filter((tag) =>
    tag.startsWith('<link')
      ? /\srel="?stylesheet/.test(tag) && !/\smedia="?print/.test(tag)
      : /\ssrc=/.test(tag) && !/\s(?:async|defer|type="?module)/.test(tag),
  );
}

test.each([
  ['<script crossorigin src="/a.js"></script>'],
  ['<script nonce="x" src="/a.js"></script>'],
  ['<link href="/a.css" rel="stylesheet">'],
])('%s would stand in the way', (tag) => {
  expect(blocking(`<script type="module" src="/b.js"></script>${tag}`)).toHaveLength(1);
});

test('the document names every script and sheet of the first view, and on a first visit typefaces come after them', async () => {
  const page = await stage.openPage({ fetchesAhead: true, serviceWorkers: 'block' });
  await enter(page, `${stack.url}/dashboard`);
  await page.waitForFunction(() => performance.getEntriesByName('farline.stands').length > 0);
  await page.waitForLoadState('networkidle');
  const { asked, standsMs, loadedMs } = await askedBy(page);
  const html = await (await fetch(`${stack.url}/dashboard`)).text();
  const first = asked.filter(({ path, startMs }) => startMs <= standsMs && /\.(js|css)$/.test(path));
  expect(first.map(({ path }) => path).filter((path) => !html.includes(`"${path}"`))).toEqual([]);
  const typefaces = asked.filter(({ path }) => path.endsWith('.woff2'));
  expect(typefaces.length).toBeGreaterThan(0);
  expect(typefaces.filter(({ startMs }) => startMs < loadedMs)).toEqual([]);
  await page.context().close();
});

test('the search that is asked for before any script has come opens once they are there', async () => {
  const page = await stage.openPage({ serviceWorkers: 'block' });
  await enter(page, `${stack.url}/dashboard`);
  let goOn: () => void = () => undefined;
  const isPressed = new Promise<void>((pressed) => (goOn = pressed));
  await page.route('**/assets/*.js', async (route) => {
    await isPressed;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.getByTestId('first-frame').waitFor();
  await page.keyboard.press('Control+k');
  goOn();
  await page.getByTestId('search').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByTestId('search').waitFor({ state: 'detached' });
  await page.context().close();
});
