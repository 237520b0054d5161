import { expect, test } from 'vitest';
import { decodeGsm7, encodeGsm7, septetsOf } from './gsm-7.ts';
import { NATIONAL_LANGUAGES } from './national-alphabets.ts';
import { DEFAULT_TABLES, printedTables } from './testing/printed-tables.ts';

const ESCAPE = 0x1b;

/** The octets that each character may be written as, the shortest of them; some stand twice in a table. */
function octetsOf(alphabet: ReadonlyMap<number, string>, extension: ReadonlyMap<number, string>) {
  const octets = new Map<string, string[]>();
  for (const [septet, character] of alphabet) octets.set(character, [...(octets.get(character) ?? []), `${septet}`]);
  const short = new Set(octets.keys());
  for (const [septet, character] of extension) {
    if (!short.has(character)) octets.set(character, [...(octets.get(character) ?? []), `${ESCAPE},${septet}`]);
  }
  return octets;
}

const cases = NATIONAL_LANGUAGES.flatMap((language) =>
  [
    { locking: true, single: false },
    { locking: false, single: true },
    { locking: true, single: true },
  ].map((tables) => ({ language, ...tables })),
);

test.each(cases)(
  'every character of the Basic Multilingual Plane takes the septets that the printed tables of $language give it (locking $locking, single $single)',
  (shift) => {
    const tables = printedTables(shift.language);
    const alphabet = shift.locking ? tables.locking : DEFAULT_TABLES.locking;
    const extension = shift.single ? tables.single : DEFAULT_TABLES.single;
    const expected = octetsOf(alphabet, extension);
    const written = septetsOf(shift);
    const wrong: string[] = [];
    for (let point = 0; point <= 0xffff; point += 1) {
      const character = String.fromCharCode(point);
      const septets = written.get(character)?.join(',');
      const isRight = septets === undefined ? !expected.has(character) : expected.get(character)?.includes(septets);
      if (isRight !== true) wrong.push(`${point.toString(16)}: ${septets ?? 'none'}`);
    }
    expect(wrong).toEqual([]);

    for (const [septet, character] of alphabet) {
      expect(decodeGsm7(Uint8Array.of(septet), shift)).toBe(character);
      expect(encodeGsm7(character, shift).length).toBe(1);
    }
    for (const [septet, character] of extension)
      expect(decodeGsm7(Uint8Array.of(ESCAPE, septet), shift)).toBe(character);
  },
);
