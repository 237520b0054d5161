import { septetsOf } from './gsm-7.ts';

/** Characters and what the GSM alphabet has in their place; an empty replacement for what nobody sees. */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ...each('‘’‚‛′´`ʼʹˈꞌ＇', "'"),
  ...each('“”„‟″«»〝〞＂', '"'),
  ...each('‹', '<'),
  ...each('›', '>'),
  ...each('‐‑‒–—―−﹘﹣⁃', '-'),
  ...each('…', '...'),
  ...each('•·∙‣◦●', '*'),
  ...each('\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t', ' '),
  ...each('\u2028\u2029\u0085\v', '\n'),
  ...each(
    '\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\ufeff\ufe0e\ufe0f\u202a\u202b\u202c\u202d\u202e',
    '',
  ),
  ...each('\u2066\u2067\u2068\u2069', ''),
  ...each('×✕✖', 'x'),
  ...each('÷∕⁄', '/'),
  ...each('¦∣', '|'),
  ...each('∼˜', '~'),
  ...each('ˆ', '^'),
  ...each('₤', '£'),
  ...each('©', '(c)'),
  ...each('®', '(R)'),
  ...each('°º', 'o'),
  ...each('ª', 'a'),
  ...each('←', '<-'),
  ...each('→', '->'),
  ...each('≤', '<='),
  ...each('≥', '>='),
  ...each('≠', '!='),
  ...each('±', '+/-'),
  ...each('đ', 'd'),
  ...each('Đ', 'D'),
  ...each('ð', 'd'),
  ...each('Ð', 'D'),
  ...each('þ', 'th'),
  ...each('Þ', 'Th'),
  ...each('ł', 'l'),
  ...each('Ł', 'L'),
  ...each('ħ', 'h'),
  ...each('Ħ', 'H'),
  ...each('ı', 'i'),
  ...each('œ', 'oe'),
  ...each('Œ', 'OE'),
  ...each('ŋ', 'n'),
  ...each('ŧ', 't'),
  ...each('ẞ', 'SS'),
  ...paired('őűŐŰ', 'öüÖÜ'),
  // Letters of other scripts that stand among Latin ones by accident; capitals of Greek are sent as the Latin letters.
  ...paired('АВЕЅІЈКМНОРСТУХаеѕіјорсух', 'ABESIJKMHOPCTYXaesijopcyx'),
  ...paired('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
]);

const MARKS = /\p{M}/gu;

/**
 * What the GSM alphabet has that reads like this character (a grapheme, as `segmentText` names it), and null if nothing does:
 * a straight quote for a curly one, three full stops for an ellipsis, the letter without its accent, nothing for a mark that
 * nobody sees.
 */
export function replacementFor(character: string): string | null {
  const composed = character.normalize('NFC');
  return (
    [
      composed,
      replaced(composed),
      replaced(composed.normalize('NFKC')),
      replaced(composed.normalize('NFKD').replaceAll(MARKS, '')),
    ].find((candidate) => candidate !== character && isWritable(candidate)) ?? null
  );
}

function replaced(text: string): string {
  return Array.from(
    text,
    (character) => (isWritable(character) ? character : REPLACEMENTS.get(character)) ?? character,
  ).join('');
}

function isWritable(text: string): boolean {
  const septets = septetsOf(null);
  return Array.from(text).every((character) => septets.has(character));
}

function each(characters: string, replacement: string): [string, string][] {
  return Array.from(characters, (character) => [character, replacement]);
}

function paired(characters: string, replacements: string): [string, string][] {
  return Array.from(characters, (character, index) => [character, replacements[index] ?? '']);
}
