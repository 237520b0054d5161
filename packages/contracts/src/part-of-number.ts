/**
 * What of a number somebody typed to find it: no separators, and none of the zeros that stand for a country or a trunk at
 * home, because numbers are kept with their calling code. Null for what is no number.
 */
export function partOfNumber(typed: string): string | null {
  const bare = typed.replace(/[\s()./-]/g, '');
  if (!/^\+?[\d*#]+$/.test(bare)) return null;
  return bare.startsWith('+') ? bare : bare.replace(/^0+(?=\d)/, '');
}
