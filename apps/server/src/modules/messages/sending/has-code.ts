import { foldWord } from '@farline/sms';
import { CODE_WORDS, WHOLE_CODE_WORDS } from './code-words.ts';
import { hasMixedCode } from './has-mixed-code.ts';
import { asciiDigits, plainText } from './plain-text.ts';

// Accents, which many leave out, and the vowel points of Arabic.
const MARKS = /[\u0300-\u036f\u064b-\u065f\u0670]/gu;
const foldedOf = (text: string) => text.normalize('NFKD').replace(MARKS, '').toLowerCase();

// Each word of letters, and of the digits and signs that pass for some, as the letters that it looks like: `c0de`, or with a Cyrillic `о`.
const LOOKING_LIKE_A_WORD = /[\d@$]*\p{L}[\p{L}\p{M}\d@$]*/gu;
const looksOf = (text: string) => text.replace(LOOKING_LIKE_A_WORD, foldWord).toLowerCase();

/** How a text is read for words, each beside the words as they stand there. */
const READINGS = [foldedOf, looksOf].map((read) => ({ read, words: CODE_WORDS.map(read) }));
const WHOLE_WORDS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${WHOLE_CODE_WORDS.map(foldedOf).join('|')})(?!\\p{L})`, 'u');

const CURRENCY = String.raw`(?:\p{Sc}|元|円|원|(?<!\p{L})(?:usd|eur|gbp|chf|inr|cny|rmb|jpy|brl|pln|euros?|dollars?|tl|zł|kr|kč|rs|руб|р)(?!\p{L}))`;
const UP_TO_31 = '(?:0?[1-9]|[12]\\d|3[01])';
/** Numbers that say what they are: none of them is a code. */
const NO_CODES: readonly RegExp[] = [
  // A date from the year to the day, or with the year at its end.
  new RegExp(`(?<!\\d)\\d{4}([-./])${UP_TO_31}\\1${UP_TO_31}(?!\\d)`, 'gu'),
  new RegExp(`(?<!\\d)${UP_TO_31}([-./])${UP_TO_31}\\1(?:\\d{4}|\\d{2})(?!\\d)`, 'gu'),
  /(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)/gu,
  new RegExp(`${CURRENCY}\\s?\\d[\\d.,' ]*`, 'giu'),
  new RegExp(`(?<!\\d)\\d[\\d.,' ]*${CURRENCY}`, 'giu'),
  /(?<![\d.,])\d{1,3}(?:[.,' ]?\d{3})*[.,]\d{2}(?![\d]|[.,]\d)/gu,
  // Telephone numbers: with a plus, with a zero for the trunk or an area in brackets, or in groups as in North America.
  /\+\d(?:[ ().-]{0,2}\d){6,14}/gu,
  /(?<!\d)0(?:[ ()./-]{0,2}\d){8,13}(?!\d)/gu,
  /\(\d{1,5}\)(?:[ ./-]{0,2}\d){5,12}(?!\d)/gu,
  /(?<!\d)(?:1[ .-])?\d{3}[ .-]\d{3}[ .-]\d{4}(?!\d)/gu,
];

/** Digits with one sign at most between them, or a hyphen with spaces. */
const RUN = /\d+(?:(?:[\s._·*'’]|\s?\p{Pd}\s?)\d+)*/gu;
/** One by one, with more between them. */
const ONE_BY_ONE = /(?<!\d)\d(?:[^\p{L}\p{N}]{1,3}\d(?!\d)){3,7}(?!\d)/u;
const LENGTHS = { least: 4, most: 8 };

/**
 * Whether a text brings somebody a code to type: four to eight digits of any script, together or apart, or digits and letters as codes have
 * them, and a word for such a code in one of the main languages. A telephone number, a price, a time or a date is none.
 */
export function hasCode(text: string): boolean {
  const plain = asciiDigits(plainText(text));
  const rest = NO_CODES.reduce((left, sort) => left.replace(sort, ' x '), plain);
  if (isLittleElse(rest)) return true;
  if (!hasWord(plain)) return false;
  if (ONE_BY_ONE.test(rest) || hasMixedCode(rest)) return true;
  return Array.from(rest.matchAll(RUN)).some(([run]) => [digitsOf(run), ...run.split(/\D+/u)].some(isLong));
}

const hasWord = (plain: string) =>
  READINGS.some(({ read, words }) => {
    const said = read(plain);
    return WHOLE_WORDS.test(said) || words.some((word) => said.includes(word));
  });

/** A code alone, or with one word beside it, as the sign of the app that reads it. */
function isLittleElse(text: string): boolean {
  const [run, ...others] = text.match(RUN)?.filter((one) => isLong(digitsOf(one))) ?? [];
  if (run === undefined || others.length > 0) return false;
  const words = text.replace(run, ' ').split(/\s+/u);
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length <= 1;
}

const digitsOf = (run: string) => run.replace(/\D/gu, '');

function isLong(digits: string): boolean {
  return digits.length >= LENGTHS.least && digits.length <= LENGTHS.most;
}
