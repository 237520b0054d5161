import { i18n, isRightToLeft } from './i18n.ts';
import type { Translation } from './translation.ts';

/**
 * The languages of the product, in the order of the chooser. `tag` (BCP 47) is what the page and the profile are told,
 * `ownName` what the language calls itself: asking the browser for each took a slow telephone a tenth of a second.
 */
export const LANGUAGES = [
  { code: 'en', tag: 'en', ownName: 'English' },
  { code: 'es', tag: 'es', ownName: 'español' },
  { code: 'fr', tag: 'fr', ownName: 'français' },
  { code: 'pt', tag: 'pt', ownName: 'português' },
  { code: 'ar', tag: 'ar', ownName: 'العربية' },
  { code: 'zh', tag: 'zh-Hans', ownName: '简体中文' },
] as const;
export type Language = (typeof LANGUAGES)[number]['code'];

const TRANSLATIONS: Record<Exclude<Language, 'en'>, () => Promise<{ translation: Translation }>> = {
  es: async () => await import('../../texts/es/index.ts'),
  fr: async () => await import('../../texts/fr/index.ts'),
  pt: async () => await import('../../texts/pt/index.ts'),
  ar: async () => await import('../../texts/ar/index.ts'),
  zh: async () => await import('../../texts/zh/index.ts'),
};

const KEY = 'farline.language';

/** The language of the page at its start: the stored choice, else the browser's first that we speak. Follows other tabs from then on. */
export async function startLanguage(): Promise<void> {
  await speakWanted();
  globalThis.addEventListener('storage', (event) => {
    if (event.key === KEY) void speakWanted();
  });
}

async function speakWanted(): Promise<void> {
  try {
    await speak(storedLanguage() ?? firstSpoken(navigator.languages));
  } catch (error) {
    console.warn('The texts of this language could not be loaded', error);
  }
}

let choicesUnderWay = 0;

/**
 * Speaks a language from now on, in this browser. False: another was chosen before its texts came, and that one counts. Rejects when its texts
 * cannot be loaded; nothing is changed then.
 */
export async function chooseLanguage(language: Language): Promise<boolean> {
  choicesUnderWay += 1;
  try {
    const isSpoken = await speak(language);
    if (isSpoken) localStorage.setItem(KEY, language);
    return isSpoken;
  } finally {
    choicesUnderWay -= 1;
  }
}

/** Speaks the language of the person who signed in, unless this browser has a choice of its own. */
export async function speakWith(user: { language: string }): Promise<void> {
  if (storedLanguage() !== undefined || choicesUnderWay > 0) return;
  try {
    await speak(firstSpoken([user.language]));
  } catch (error) {
    console.warn('The texts of this language could not be loaded', error);
  }
}

/** The first of these BCP 47 tags that we speak, by its primary language; English when there is none. */
export function firstSpoken(tags: readonly string[]): Language {
  for (const tag of tags) {
    const spoken = asLanguage(tag.split('-')[0]);
    if (spoken !== undefined) return spoken;
  }
  return 'en';
}

/** The page's language. */
export function pageLanguage(): (typeof LANGUAGES)[number] {
  return LANGUAGES.find(({ code }) => code === i18n.language) ?? LANGUAGES[0];
}

let changes = 0;

/** Loads the texts where they are missing, then changes over, and says whether it did: a later change wins, however long the texts of an earlier one take. */
async function speak(language: Language): Promise<boolean> {
  changes += 1;
  const change = changes;
  if (language !== 'en' && !i18n.hasResourceBundle(language, 'shell')) {
    const { translation } = await TRANSLATIONS[language]();
    for (const [part, texts] of Object.entries(translation)) i18n.addResourceBundle(language, part, texts);
  }
  if (change !== changes) return false;
  await i18n.changeLanguage(language);
  document.documentElement.lang = pageLanguage().tag;
  document.documentElement.dir = isRightToLeft() ? 'rtl' : 'ltr';
  return true;
}

function storedLanguage(): Language | undefined {
  return asLanguage(localStorage.getItem(KEY) ?? undefined);
}

function asLanguage(code: string | undefined): Language | undefined {
  return LANGUAGES.find((language) => language.code === code)?.code;
}
