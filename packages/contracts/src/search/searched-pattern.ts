import { searchedWords } from './searched-words.ts';

/**
 * What finds what somebody searched for wherever it stands in a text, in small letters or in capitals: all of it as it was typed, or else each of its
 * words. Its first group is what was found.
 */
export function searchedPattern(searched: string): RegExp {
  const words = searchedWords(searched).toSorted((one, other) => other.length - one.length);
  const sought = words.length === 1 ? words : [searched, ...words];
  return new RegExp(`(${sought.map(escaped).join('|')})`, 'giu');
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
