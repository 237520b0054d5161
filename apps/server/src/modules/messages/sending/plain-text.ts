// What nobody sees within a word: soft hyphens, zero-width spaces and joiners, marks of direction, variation selectors, tags.
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const DIGIT = /\p{Nd}/u;

/** A text as its reader takes it: without what nobody sees, and full-width, drawn and ligated letters as the usual ones (NFKC). */
export function plainText(text: string): string {
  return text.replace(UNSEEN, '').normalize('NFKC').replace(UNSEEN, '');
}

/** The digits of every script as those of ASCII. */
export function asciiDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0) ?? 0)));
}

/** Unicode has the digits of a script from zero to nine, one after the other (Unicode 16 §4.6). */
function valueOf(point: number): number {
  let zero = point;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (point - zero) % 10;
}
