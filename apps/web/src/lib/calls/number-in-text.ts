import { readNumber } from '../format/phone-number.ts';

/** As people write numbers: a plus or brackets, digits, and what stands between them. */
const LIKE_A_NUMBER = /[+(]?\d[\d\s()./\u00a0\u2010-\u2015-]{3,40}\d/g;
/** What is longer is no message that somebody shares for a number in it. */
const LONGEST = 10_000;

/** The first telephone number in one of the texts, as it is dialled from home; a `tel:` link (RFC 3966) is one, too. */
export function numberInText(texts: readonly string[], home: string | undefined): string | null {
  for (const text of texts) {
    for (const [found] of text.slice(0, LONGEST).matchAll(LIKE_A_NUMBER)) {
      const read = readNumber(found.trim(), home);
      if (read.is === 'number') return read.e164;
    }
  }
  return null;
}
