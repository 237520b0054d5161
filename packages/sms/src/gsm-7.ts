import { DEFAULT_ALPHABET, DEFAULT_EXTENSION, ESCAPE } from './gsm-alphabet.ts';
import { NATIONAL_TABLES, type NationalShift } from './national-alphabets.ts';

const DEFAULT = Array.from(DEFAULT_ALPHABET);
const UNREADABLE = '\ufffd';

/** The septets of each character: one, or the escape and one. */
type SeptetsOf = ReadonlyMap<string, readonly number[]>;

const septetsOfShift = new Map<string, SeptetsOf>();

/** The septets of each character of the default alphabet, or of the national tables that stand in for it. */
export function septetsOf(shift: NationalShift | null): SeptetsOf {
  const key = shift === null ? '' : `${shift.language} ${shift.locking} ${shift.single}`;
  const known = septetsOfShift.get(key) ?? listSeptets(shift);
  septetsOfShift.set(key, known);
  return known;
}

/**
 * The text in the GSM 7 bit alphabet, one septet an octet, as SMPP carries it; with national tables where `shift` names them.
 * Throws a RangeError for a character that the tables lack: what `segmentText` calls gsm-7 has none.
 */
export function encodeGsm7(text: string, shift: NationalShift | null = null): Uint8Array {
  const septets = septetsOf(shift);
  const bytes: number[] = [];
  for (const character of text) {
    const found = septets.get(character);
    if (found === undefined) throw new RangeError('The text has a character that the GSM 7 bit alphabet lacks.');
    bytes.push(...found);
  }
  return Uint8Array.from(bytes);
}

/**
 * The text of septets that lie one an octet. An escape before a septet without a character of its own gives the septet's
 * character, two escapes or one at the end a space (3GPP TS 23.038 §6.2.1.1), and an octet that is no septet U+FFFD.
 */
export function decodeGsm7(bytes: Uint8Array, shift: NationalShift | null = null): string {
  const { alphabet, extension } = tablesOf(shift);
  const characters: string[] = [];
  for (let index = 0; index < bytes.length; index += 1) {
    const septet = bytes[index] ?? 0;
    if (septet !== ESCAPE) {
      characters.push(alphabet[septet] ?? UNREADABLE);
      continue;
    }
    index += 1;
    const escaped = bytes[index] ?? ESCAPE;
    characters.push(escaped === ESCAPE ? ' ' : (extension[escaped] ?? alphabet[escaped] ?? UNREADABLE));
  }
  return characters.join('');
}

function listSeptets(shift: NationalShift | null): SeptetsOf {
  const { alphabet, extension } = tablesOf(shift);
  const septets = new Map<string, readonly number[]>();
  for (const [septet, character] of Object.entries(extension)) septets.set(character, [ESCAPE, Number(septet)]);
  // What both tables have goes without the escape.
  for (const [septet, character] of alphabet.entries()) {
    if (character !== null && septet !== ESCAPE) septets.set(character, [septet]);
  }
  return septets;
}

function tablesOf(shift: NationalShift | null): {
  alphabet: readonly (string | null)[];
  extension: Readonly<Record<number, string>>;
} {
  const national = shift === null ? null : NATIONAL_TABLES[shift.language];
  const alphabet = shift?.locking === true ? (national?.locking ?? DEFAULT) : DEFAULT;
  const extension = shift?.single === true ? (national?.single ?? DEFAULT_EXTENSION) : DEFAULT_EXTENSION;
  return { alphabet, extension };
}
