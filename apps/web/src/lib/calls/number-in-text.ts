import { readNumber } from '../format/phone-number.ts';

/** As people write numbers: a plus or brackets, digits, and what stands between them on a line. */
const LIKE_A_NUMBER = /[+(]?\d[\d ()./\t\u00a0\u202f\u2010-\u2015-]{3,40}\d/g;
/** What has digits and is no number to call: addresses of pages, and days. */
const NO_NUMBERS = /\b(?!(?:tel|sms|callto):)[a-z][a-z+.-]*:\/\/\S+|\b\d{4}-\d\d-\d\d\b|\b\d{1,2}\.\d{1,2}\.\d{4}\b/gi;
/** An address that is a number: RFC 3966, RFC 5724, and an older one. */
const OF_A_NUMBER = /^(?:tel|sms|callto):/i;
/** What is longer is no message that somebody shares for a number in it. */
const LONGEST = 10_000;

/** The first telephone number in one of the texts, whole ones with their country before those that are dialled at home. */
export function numberInText(texts: readonly string[], home: string | undefined): string | null {
  const found = texts.flatMap((text) => numbersLike(text));
  const isWhole = (written: string): boolean => written.startsWith('+');
  for (const written of [...found.filter(isWhole), ...found.filter((each) => !isWhole(each))]) {
    const read = readNumber(written, home);
    if (read.is === 'number') return read.e164;
  }
  return null;
}

function numbersLike(text: string): string[] {
  const words = text.slice(0, LONGEST);
  const rest = OF_A_NUMBER.test(words) ? words : words.replaceAll(NO_NUMBERS, '\n');
  return [...rest.matchAll(LIKE_A_NUMBER)].map(([written]) => written.trim());
}
