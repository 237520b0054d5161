import { searchedPattern } from '@farline/contracts';

const LONGEST = 160;
/** Of what stands before the words, so that they are seen in a narrow line. */
const MOST_BEFORE = 24;

/**
 * The stretch of a text in which what was searched for stands first, or else the longest of its words; at most 160 UTF-16 units and an ellipsis at
 * each side.
 */
export function snippetOf(text: string, searched: string): string {
  const at = placeOf(text, searched);
  const from = at <= MOST_BEFORE ? 0 : wordFrom(text, at - MOST_BEFORE, at);
  const to = from + LONGEST >= text.length ? text.length : whole(text, from + LONGEST);
  return `${from === 0 ? '' : '…'}${text.slice(from, to)}${to === text.length ? '' : '…'}`;
}

/** Short words stand in many places, so that the first of them tells little. */
function placeOf(text: string, searched: string): number {
  let best = { place: 0, length: 0 };
  for (const { index: place, 0: found } of text.matchAll(searchedPattern(searched))) {
    if (found.length > best.length) best = { place, length: found.length };
  }
  return best.place;
}

/** Where the first word begins between two places; where none does, the earlier place. */
function wordFrom(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s\S/u);
  return space === -1 ? whole(text, from) : from + space + 1;
}

/** The same place, or the one before it where it lies within a character of two UTF-16 units. */
function whole(text: string, place: number): number {
  return /[\uDC00-\uDFFF]/.test(text[place] ?? '') ? place - 1 : place;
}
