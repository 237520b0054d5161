import type { ProblemBody } from '@farline/contracts/problem';
import { useSyncExternalStore } from 'react';
import { onTimeZone, shownTimeZone } from '../format/time-zone.ts';
import { createSentences } from './sentences.ts';

/** The page's texts. English is built in; every other language is one bundle of the same keys (lib/language/language.ts). */
export const i18n = createSentences();

type PluralBase<Key> = Key extends `${infer Base}_one` ? Base : Key extends `${string}_other` ? never : Key;
type Values = Record<string, string | number>;
export type Say<Key extends string> = (key: Key, values?: Values) => string;

interface Texts<Key extends string> {
  /** The sentence of a key in the page's language. */
  say: Say<Key>;
  /** The same for components: they render again when the language changes, or the zone that their times are told in. */
  useText: () => Say<Key>;
}

/** Declares the English texts of one part of the product, loaded together with that part. `x_one` and `x_other` are `x` with a count. */
export function defineTexts<const English extends Record<string, string>>(
  namespace: string,
  english: English,
): Texts<PluralBase<keyof English & string>> {
  i18n.addResourceBundle('en', namespace, english);
  const say = (key: string, values?: Values): string => i18n.t(key, { ns: namespace, ...written(values) });
  return {
    say,
    useText() {
      useLanguage();
      useSyncExternalStore(onTimeZone, shownTimeZone, shownTimeZone);
      return say;
    },
  };
}

/** The page's language, `es`; the component renders again when it changes. */
export function useLanguage(): string {
  return useSyncExternalStore(watchLanguage, currentLanguage, currentLanguage);
}

/** A sentence that came from the contracts or the server, in the page's language where a translation exists. */
export function translateSentence(sentence: string): string {
  return i18n.t(sentence, { ns: 'sentences', defaultValue: sentence });
}

/** What the server refuses with: by its sentence, else by its code, else in the server's English. */
export function translateProblem({ message, code }: Pick<ProblemBody, 'message'> & Partial<ProblemBody>): string {
  const sentence = translateSentence(message);
  if (sentence !== message || code === undefined) return sentence;
  return i18n.t(code, { ns: 'problems', defaultValue: message });
}

const LEFT_TO_RIGHT_ISOLATE = '\u2066';
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Keeps a number, price or address in its own order inside right-to-left text (Unicode UAX #9 §2.4.2); elsewhere it stays as it is. */
export function isolate(text: string): string {
  return isRightToLeft() ? `${LEFT_TO_RIGHT_ISOLATE}${text}${POP_ISOLATE}` : text;
}

let readsRightToLeft = false;
i18n.onChange(() => {
  readsRightToLeft = i18n.dir() === 'rtl';
});

/** Whether the page reads from right to left. */
export function isRightToLeft(): boolean {
  return readsRightToLeft; // Each price asks.
}

/** Values as they stand in a sentence: decimals with the language's own sign, names and numbers in their own direction. */
function written(values: Values | undefined): Values | undefined {
  if (values === undefined) return values;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, writtenValue(value)]));
}

function writtenValue(value: string | number): string | number {
  if (typeof value === 'string') return isRightToLeft() ? `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}` : value;
  // Whole numbers stay numbers: the plural form depends on them.
  return Number.isInteger(value)
    ? value
    : new Intl.NumberFormat(i18n.language, { numberingSystem: 'latn' }).format(value);
}

function watchLanguage(changed: () => void): () => void {
  return i18n.onChange(changed);
}

function currentLanguage(): string {
  return i18n.language;
}
