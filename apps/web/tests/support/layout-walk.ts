import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../src/lib/language/language.ts';
import { layoutBreaches } from './layout.ts';
import { resize } from './looks.ts';

type Code = (typeof LANGUAGES)[number]['code'];
const ALL: readonly Code[] = LANGUAGES.map(({ code }) => code);

/** Every width that telephones, tablets and screens have in numbers, in all languages: `npm run test:layout`. */
const WHOLE = [320, 360, 390, 414, 768, 1024, 1280, 1366, 1440, 1600, 1920].map((width) => [width, ALL] as const);
/** What differs most: the narrowest in all languages, and where the frame changes, one with long words and the one from right to left. */
const USUAL: readonly (readonly [width: number, codes: readonly Code[]])[] = [
  [320, ALL],
  [768, ['pt', 'ar']],
  [1600, ['fr', 'ar']],
];
const WALKED = process.env['FARLINE_LAYOUT'] === 'whole' ? WHOLE : USUAL;

/** As often a page that changes is looked at for one that stands. */
const MOST_LOOKS = 10;

/** What is wrong, each with where it is: `fr 320, ar 320`. */
export type Breaches = Record<string, string>;

/** Looks at the page as it stands at each width and in each language, and leaves it in English at the width it had. */
export async function walkLayout(page: Page, state: string): Promise<Breaches> {
  const begun = page.viewportSize();
  // A part that came with the document is taken over in the language that it was written in.
  await page.waitForFunction(() => document.querySelector('[data-waits]') === null);
  const found = new Map<string, string[]>();
  for (const [width, codes] of WALKED) {
    await resize(page, { width, height: width < 700 ? 740 : 900 });
    for (const { code, tag } of LANGUAGES.filter((language) => codes.includes(language.code))) {
      await speak(page, { code, tag });
      for (const breach of await breachesAtRest(page)) {
        found.set(breach, [...(found.get(breach) ?? []), `${code} ${width}`]);
      }
    }
  }
  await speak(page, LANGUAGES[0]);
  if (begun !== null) await resize(page, begun);
  return Object.fromEntries([...found].map(([breach, where]) => [`${state}: ${breach}`, where.join(', ')]));
}

/** What is wrong and stays so: a busy machine draws a new width in several frames, and is looked at between them. */
async function breachesAtRest(page: Page): Promise<string[]> {
  let seen = await layoutBreaches(page);
  for (let looks = 1; looks < MOST_LOOKS && seen.length > 0; looks += 1) {
    const before = seen;
    await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    });
    seen = await layoutBreaches(page);
    if (seen.join() === before.join()) break;
  }
  return seen;
}

/** Has the page speak a language as it does when another tab chose one, and waits until it is drawn in its letters. */
async function speak(page: Page, { code, tag }: { code: string; tag: string }): Promise<void> {
  await page.evaluate(
    async ({ code, tag }) => {
      localStorage.setItem('farline.language', code);
      dispatchEvent(new StorageEvent('storage', { key: 'farline.language' }));
      const drawn = async () => await new Promise((done) => requestAnimationFrame(done));
      while (document.documentElement.lang !== tag) await drawn();
      await drawn();
      await drawn();
      await document.fonts.ready;
    },
    { code, tag },
  );
}
