import { foldWord } from './fold-word.ts';
import { KEYWORD_WORDS, type Keyword, type KeywordLanguage, OTHER_WORDS } from './keyword-words.ts';

export type { Keyword, KeywordLanguage } from './keyword-words.ts';

type Found = { keyword: Keyword; language: KeywordLanguage };

// A Map keeps the last of a key: those of the first language come last.
const KEYWORDS: ReadonlyMap<string, Found> = new Map(
  Object.entries(KEYWORD_WORDS)
    .flatMap(([language, words]) =>
      Object.entries(words).flatMap(([keyword, all]) =>
        all.map((word): [string, Found] => [
          foldWord(word),
          { keyword: keyword as Keyword, language: language as KeywordLanguage },
        ]),
      ),
    )
    .toReversed(),
);

// The longest word of the lists, its spaces, and some punctuation about it: a longer text is no keyword.
const MOST_CHARACTERS = 60;
const NO_LETTER = /[^\p{L}\p{M}]/gu;

/**
 * The request that a message consists of, in the main languages, and nothing else: case, accents, punctuation and letters that
 * only look like those of the word do not matter. Null for every other text, also for one that has such a word among others.
 */
export function readKeyword(text: string): Keyword | null {
  return findKeyword(text)?.keyword ?? null;
}

/** The same, with the language of the word; of several that have it the first. */
export function findKeyword(text: string): Found | null {
  const trimmed = text.trim();
  if (trimmed.length > MOST_CHARACTERS) return null;
  const accented = trimmed.normalize('NFC').toLowerCase().replace(NO_LETTER, '');
  if (OTHER_WORDS.has(accented)) return null;
  return KEYWORDS.get(foldWord(trimmed)) ?? null;
}
