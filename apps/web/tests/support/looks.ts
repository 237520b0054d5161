import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findUnsaid } from './accessibility-tree.ts';
import { findWrongs } from './axe.ts';
import { breachesAtRest } from './layout.ts';
import { type Breaches, isWholeWalk, walkLayout } from './layout-walk.ts';
import { resize } from './resize.ts';
import { keepPicture, keepsPictures, takePicture } from './stage.ts';

export { resize } from './resize.ts';

const LOOKS = [
  { width: 1600, height: 900, colours: 'light' },
  { width: 1600, height: 900, colours: 'dark' },
  { width: 768, height: 1024, colours: 'dark' },
  { width: 768, height: 1024, colours: 'light' },
  { width: 360, height: 740, colours: 'light' },
  { width: 360, height: 740, colours: 'dark' },
] as const;
type Look = (typeof LOOKS)[number];

/** Colours move no word: in dark only contrast is looked at, on one width; on the others they are looked at where pictures are kept. */
const isLookedAt = ({ width, colours }: Look): boolean => colours === 'light' || width === 1600 || keepsPictures;
/** Where axe looks: the layout differs most on the narrowest screen. */
const isAudited = ({ width }: Look): boolean => width !== 768;

/**
 * The page as it stands is whole on each width and in both colours: it cannot be scrolled sideways, no word is cut, covered or broken, the product's
 * name is there whole or not at all, and axe finds nothing. A look with something wrong leaves its picture under this name. Toasts that pass are
 * waited for. The page is left as wide and as light as it began.
 */
export async function expectWhole(page: Page, name: string): Promise<void> {
  const begun = page.viewportSize();
  // What a row offers to whoever points at it lies over its words.
  await page.mouse.move(0, 0);
  await untilToastsWent(page);
  await changeAtOnce(page, true);
  const breaches: Breaches = {};
  for (const look of LOOKS.filter(isLookedAt)) {
    const { width, colours } = look;
    const picture = `${name}-${width}-${colours}`;
    try {
      const found = await examineLook(page, look, name);
      for (const breach of found) breaches[breach] = `${width}`;
      await (found.length > 0 ? takePicture(page, picture) : keepPicture(page, picture));
    } catch (error) {
      await takePicture(page, picture);
      throw error;
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await changeAtOnce(page, false);
  if (begun !== null) await resize(page, begun);
  expect({ ...breaches, ...(isWholeWalk && (await walkLayout(page, name))) }, `${name} is laid out well`).toEqual({});
}

/** Expects one look of the page to be whole, and gives what is wrong about how its words are laid out. */
async function examineLook(page: Page, look: Look, name: string): Promise<string[]> {
  const { width, height, colours } = look;
  await resize(page, { width, height });
  await page.emulateMedia({ colorScheme: colours });
  expect(await isTooWide(page), `${name} is too wide for ${width} px`).toBe(false);
  expect(await isNameCut(page), `${name} shows half of the product's name at ${width} px`).toBe(false);
  // Where the words stand does not depend on colours, nor does what is said.
  const isDark = colours === 'dark';
  const breaches = isDark ? [] : await breachesAtRest(page);
  if (isAudited(look)) {
    const wrongs = await findWrongs(page, 'html', isDark ? 'of-colours' : 'all');
    expect(wrongs, `${name} at ${width} px in ${colours}`).toEqual([]);
    if (!isDark) expect.soft(await findUnsaid(page), `${name} at ${width} px`).toEqual([]);
  }
  return breaches;
}

/**
 * A change of colours is drawn at once, or as it is for a person: even the shortest transition starts in what inherits a colour when that of the
 * outer element is over, and the page is drawn once for each level.
 */
async function changeAtOnce(page: Page, isAtOnce: boolean): Promise<void> {
  await page.evaluate((isAtOnce) => {
    const kept = globalThis as { atOnce?: CSSStyleSheet };
    const sheet = (kept.atOnce ??= new CSSStyleSheet());
    sheet.replaceSync('*, ::before, ::after { transition: none !important; }');
    // What is changed so far is worked out by the rule that held until now.
    document.documentElement.getBoundingClientRect();
    const others = document.adoptedStyleSheets.filter((one) => one !== sheet);
    document.adoptedStyleSheets = isAtOnce ? [...others, sheet] : others;
  }, isAtOnce);
}

/** The toasts that go by themselves went: what is told for a moment may lie over words. One that is there until it's closed stays. */
async function untilToastsWent(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('[data-sonner-toast]:not(:has([data-close-button]))') === null,
  );
}

/** What the page asked the server for is there: nothing grey and no travelling mark stands for it any longer. */
export async function untilFilled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[class*="breathe"], .travelling') === null);
}

/** Whether the page can be scrolled sideways, once a change of width or colours is drawn and what moves by it is at rest. */
export async function isTooWide(page: Page): Promise<boolean> {
  return await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const moving = (): Animation[] =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity);
    // A colour that changes bit by bit starts the same in what inherits it.
    while (moving().length > 0) {
      await Promise.allSettled(moving().map(async ({ finished }) => await finished));
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
    return document.documentElement.scrollWidth > document.documentElement.clientWidth;
  });
}

/** Whether the bar above the page shows a part of the product's name. */
async function isNameCut(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const name = [...document.querySelectorAll('header a span')].find((each) => each.textContent === 'Farline');
    const clip = name?.closest('a')?.getBoundingClientRect();
    if (name === undefined || clip === undefined) return false;
    const words = document.createRange();
    words.selectNodeContents(name);
    const { left, right, top } = [...words.getClientRects()].at(-1) ?? clip;
    return top < clip.bottom && (left < clip.left - 1 || right > clip.right + 1);
  });
}
