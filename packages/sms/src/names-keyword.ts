import { foldWord } from './fold-word.ts';
import { readKeyword } from './keyword.ts';
import { KEYWORD_WORDS, type Keyword } from './keyword-words.ts';

/** Of scripts that write no spaces between words, and of Korean, whose words go on with what they are in the sentence. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const UNSPACED_RUN = new RegExp(`[${UNSPACED}][${UNSPACED}\\p{M}ー]*`, 'gu');
/** All punctuation but what stands for a letter in `$TOP` and `CANCEL@` and what may stand within a word. */
const BETWEEN_WORDS = /[\s\p{Sm}\p{Sk}[\p{P}--[@]]]+/v;
const BETWEEN_WHOLE_WORDS = /[\s\p{Sm}\p{Sk}[\p{P}--[@'’‘]]]+/v;

/**
 * Whether a sentence has a word by which this is asked for, in any of the languages: among others, between punctuation, or, where words
 * are written without spaces, anywhere in it. What is asked for is so by that word alone (`readKeyword`).
 */
export function namesKeyword(line: string, keyword: Keyword): boolean {
  const written = line.normalize('NFKC');
  const runs = written.match(UNSPACED_RUN) ?? [];
  const spaced = written.replace(UNSPACED_RUN, ' ');
  const words = [...spaced.split(BETWEEN_WORDS), ...spaced.split(BETWEEN_WHOLE_WORDS)];
  return (
    words.some((word) => readKeyword(word) === keyword) ||
    wordsFor(keyword).some((word) => runs.some((run) => hasWord(run, word))) ||
    hasSeveral(` ${foldedWords(spaced)} `, keyword)
  );
}

/** A mark after it would make another syllable of its last letter. */
const hasWord = (run: string, word: string) =>
  run
    .split(word.normalize('NFKC'))
    .slice(1)
    .some((rest) => !/^\p{M}/u.test(rest));

/** A word of the lists that is several. */
const hasSeveral = (folded: string, keyword: Keyword) =>
  wordsFor(keyword).some((words) => /[ -]/.test(words) && folded.includes(` ${foldedWords(words)} `));

const foldedWords = (text: string) =>
  text
    .split(BETWEEN_WORDS)
    .map(foldWord)
    .filter((word) => word !== '')
    .join(' ');

const wordsFor = (keyword: Keyword): string[] => Object.values(KEYWORD_WORDS).flatMap((words) => words[keyword]);
