import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../src/lib/language/language.ts';
import { breachesAtRest } from './layout.ts';
import { resize } from './resize.ts';

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
export const isWholeWalk = process.env['FARLINE_LAYOUT'] === 'whole';
const WALKED = isWholeWalk ? WHOLE : USUAL;

/** What is wrong, each with where it is: `fr 320, ar 320`. */
export type Breaches = Record<string, string>;

/** Looks at the page as it stands at each width and in each language, and leaves it in the language and at the width it had. */
export async function walkLayout(page: Page, state: string): Promise<Breaches> {
  const begun = page.viewportSize();
  const spoken = await page.evaluate(() => document.documentElement.lang);
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
  await speak(page, LANGUAGES.find(({ tag }) => tag === spoken) ?? LANGUAGES[0]);
  if (begun !== null) await resize(page, begun);
  return Object.fromEntries([...found].map(([breach, where]) => [`${state}: ${breach}`, where.join(', ')]));
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
