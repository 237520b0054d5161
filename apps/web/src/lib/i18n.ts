import i18next, { type i18n as I18n } from 'i18next';
import { useSyncExternalStore } from 'react';

/** The page's texts. English is built in; another language is a second bundle of the same keys. */
export const i18n: I18n = i18next.createInstance();

void i18n.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
});

type PluralBase<Key> = Key extends `${infer Base}_one` ? Base : Key extends `${string}_other` ? never : Key;
type Values = Record<string, string | number>;
export type Say<Key extends string> = (key: Key, values?: Values) => string;

interface Texts<Key extends string> {
  /** The sentence of a key in the page's language. */
  say: Say<Key>;
  /** The same for components: they render again when the language changes. */
  useText: () => Say<Key>;
}

/** Declares the English texts of one part of the product, loaded together with that part. `x_one` and `x_other` are `x` with a count. */
export function defineTexts<const English extends Record<string, string>>(
  namespace: string,
  english: English,
): Texts<PluralBase<keyof English & string>> {
  i18n.addResourceBundle('en', namespace, english);
  const say = (key: string, values?: Values): string => i18n.t(key, { ns: namespace, ...values });
  return {
    say,
    useText() {
      useSyncExternalStore(watchLanguage, currentLanguage);
      return say;
    },
  };
}

/** A sentence that came from the contracts or the server, in the page's language where a translation exists. */
export function translateSentence(sentence: string): string {
  return i18n.t(sentence, { ns: 'sentences', defaultValue: sentence });
}

function watchLanguage(changed: () => void): () => void {
  i18n.on('languageChanged', changed);
  return () => i18n.off('languageChanged', changed);
}

function currentLanguage(): string {
  return i18n.language;
}
