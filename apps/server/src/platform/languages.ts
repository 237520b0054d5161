/** The languages in which people are written to; English for everybody else. */
export const LANGUAGES = ['en', 'es', 'fr', 'pt', 'ar', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language to write in to somebody whose own is this BCP 47 tag. */
export function spokenLanguage(tag: string): Language {
  const [primary = ''] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary) ?? 'en';
}
