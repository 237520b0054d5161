/** Letters that Unicode does not take apart into a plain one and its accent. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
};

/** Some characters fold into many: no name needs more to be found and sorted. */
export const LONGEST_FOLDED = 200;
/** No more is looked at: to put thousands of accents on one letter in order takes the square of their number. */
const MOST_LOOKED_AT = 10 * LONGEST_FOLDED;

/** A name without accents, case, full-width forms and spare blanks: what it is searched in and sorted by. */
export function foldName(name: string): string {
  return name
    .slice(0, MOST_LOOKED_AT)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[ßæœøđðþłħıŧ]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_FOLDED)
    .toWellFormed();
}

/** The words that must all stand in a name. */
export function searchWords(q: string): string[] {
  return foldName(q)
    .split(' ')
    .filter((word) => word !== '');
}
