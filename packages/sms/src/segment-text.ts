import { septetsOf } from './gsm-7.ts';
import { encodeLatin1 } from './latin-1.ts';
import { NATIONAL_TABLES, type NationalLanguage, type NationalShift } from './national-alphabets.ts';
import { partRoom } from './part-room.ts';

export type Segments = {
  encoding: 'gsm-7' | 'ucs-2';
  /** The text cut into what one message on the air carries each; none for no text. */
  parts: readonly string[];
  /** Septets or UTF-16 units of all parts, without their headers. */
  units: number;
  /** Units that still fit into the last part. */
  left: number;
  /** The first grapheme that no table has which may be used, and its UTF-16 index; null for gsm-7, and where nothing forces UCS-2. */
  forcedBy: { character: string; index: number } | null;
  /** The national tables that the parts are written in; null for the default alphabet and for ucs-2. */
  nationalShift: NationalShift | null;
};

export type SegmentOptions = {
  /** Languages whose national tables the carrier takes; none unless told. */
  nationalShift?: readonly NationalLanguage[];
  /** The carrier writes Latin-1 in the place of the GSM alphabet: a text that this lacks characters of goes in UCS-2, in no national table. */
  isLatin1?: boolean;
  /** In UCS-2, though it could be shorter. */
  isUcs2?: boolean;
  /** The reference in the header of a part: 8 bits leave 153 septets or 67 units, 16 bits 152 or 66. Told nothing: 8. */
  referenceBits?: 8 | 16;
};

/** The units that a character takes, or undefined for one that cannot be written. */
type Cost = (character: string) => number | undefined;
type Written = Omit<Segments, 'forcedBy'>;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * How a text goes on the air (3GPP TS 23.038, 3GPP TS 23.040 §9.2.3.24): in the GSM alphabet if that has every character,
 * else in UCS-2; one part, or parts that each leave room for their header. An escape and a surrogate pair are never cut
 * apart, nor is a grapheme that fits into a part. The time grows with the length of the text alone.
 */
export function segmentText(text: string, options: SegmentOptions = {}): Segments {
  const { nationalShift = [], isLatin1 = false, isUcs2 = false, referenceBits = 8 } = options;
  const shifts = isLatin1 ? [] : shiftsOf(nationalShift);
  const inGsm =
    isUcs2 || (isLatin1 && encodeLatin1(text) === null) ? null : shortestInGsm7(text, shifts, referenceBits);
  if (inGsm !== null) return { ...inGsm, forcedBy: null };

  const rooms = {
    alone: partRoom('ucs-2', { referenceBits: null, shift: null }),
    joined: partRoom('ucs-2', { referenceBits, shift: null }),
  };
  const parts = split(text, (character) => character.length, rooms);
  return {
    encoding: 'ucs-2',
    ...parts,
    nationalShift: null,
    forcedBy:
      firstWithout(text, [null, ...shifts].map(septetsOf)) ??
      firstWithout(text, [septetsOf(null)]) ??
      (isLatin1 ? firstWithout(text, [LATIN_1]) : null),
  };
}

/** In the default alphabet, or else in the national tables that make it shortest; null: in none of them. */
function shortestInGsm7(text: string, shifts: readonly NationalShift[], referenceBits: 8 | 16): Written | null {
  const inDefault = inGsm7(text, null, referenceBits);
  if (inDefault !== null) return inDefault;
  const national = shifts.map((shift) => inGsm7(text, shift, referenceBits)).filter((written) => written !== null);
  const best = national.toSorted((one, other) => one.parts.length - other.parts.length || one.units - other.units)[0];
  return best ?? null;
}

function inGsm7(text: string, shift: NationalShift | null, referenceBits: 8 | 16): Written | null {
  const septets = septetsOf(shift);
  for (const character of text) if (!septets.has(character)) return null;
  const rooms = {
    alone: partRoom('gsm-7', { referenceBits: null, shift }),
    joined: partRoom('gsm-7', { referenceBits, shift }),
  };
  const parts = split(text, (character) => septets.get(character)?.length, rooms);
  return { encoding: 'gsm-7', ...parts, nationalShift: shift };
}

/** Every way to use the tables of these languages, those with the shortest header first. */
function shiftsOf(languages: readonly NationalLanguage[]): NationalShift[] {
  const locking = languages.filter((language) => NATIONAL_TABLES[language].locking !== null);
  return [
    ...languages.map((language) => ({ language, locking: false, single: true })),
    ...locking.map((language) => ({ language, locking: true, single: false })),
    ...locking.map((language) => ({ language, locking: true, single: true })),
  ];
}

const LATIN_1 = { has: (character: string) => encodeLatin1(character) !== null };

function firstWithout(text: string, tables: readonly { has: (character: string) => boolean }[]): Segments['forcedBy'] {
  let index = 0;
  for (const character of text) {
    if (!tables.some((table) => table.has(character))) {
      const whole = graphemes.segment(text).containing(index);
      return whole === undefined ? { character, index } : { character: whole.segment, index: whole.index };
    }
    index += character.length;
  }
  return null;
}

function split(
  text: string,
  cost: Cost,
  rooms: { alone: number; joined: number },
): { parts: string[]; units: number; left: number } {
  const units = costOf(text, cost);
  if (units <= rooms.alone) return { parts: text === '' ? [] : [text], units, left: rooms.alone - units };

  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const piece of pieces(text, cost, rooms.joined)) {
    if (used + piece.units > rooms.joined) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += piece.text;
    used += piece.units;
  }
  return { parts: [...parts, part], units, left: rooms.joined - used };
}

/** Graphemes; of one that is longer than a part, its characters. */
function* pieces(text: string, cost: Cost, room: number): Generator<{ text: string; units: number }> {
  for (const { segment } of graphemes.segment(text)) {
    const units = costOf(segment, cost);
    if (units <= room) yield { text: segment, units };
    else for (const character of segment) yield { text: character, units: costOf(character, cost) };
  }
}

function costOf(text: string, cost: Cost): number {
  let units = 0;
  for (const character of text) units += cost(character) ?? 0;
  return units;
}
