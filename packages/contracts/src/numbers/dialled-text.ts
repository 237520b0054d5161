/** Spaces, dashes, dots, brackets, slashes. */
const SEPARATORS = /[\s\p{Pd}.()[\]/·~]/gu;

/** A number as somebody typed it, with the digits of any script as ASCII, and without the invisible marks that come with a pasted one. */
export function plainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .trim()
    .replace(/^tel:/i, '');
}

/** What of it is dialled. */
export const withoutSeparators = (text: string): string => text.replace(SEPARATORS, '');

/** The digits of a script stand in a row of ten, from its zero on (Unicode Standard §4.6). */
function digitValue(digit: string): number {
  let zero = digit.codePointAt(0) ?? 0;
  const point = zero;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return point - zero;
}
