import { foldWord } from './fold-word.ts';
import { HELP_WORDS, START_WORDS, STOP_WORDS } from './keyword-words.ts';

export type Keyword = 'stop' | 'start' | 'help';

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ...STOP_WORDS.map((word) => [foldWord(word), 'stop'] as const),
  ...START_WORDS.map((word) => [foldWord(word), 'start'] as const),
  ...HELP_WORDS.map((word) => [foldWord(word), 'help'] as const),
]);

// The longest word of the lists, its spaces, and some punctuation about it: a longer text is no keyword.
const MOST_CHARACTERS = 60;

/**
 * The request that a message consists of, in the main languages, and nothing else: case, accents, punctuation and letters that
 * only look like those of the word do not matter. Null for every other text, also for one that has such a word among others.
 */
export function readKeyword(text: string): Keyword | null {
  const trimmed = text.trim();
  if (trimmed.length > MOST_CHARACTERS) return null;
  return KEYWORDS.get(foldWord(trimmed)) ?? null;
}
