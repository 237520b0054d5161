import { DEFAULT_EXTENSION, ESCAPE } from './gsm-alphabet.ts';

/** The tables of a language; a place without a character is null. */
export type LanguageTables = { locking: readonly (string | null)[]; single: Readonly<Record<number, string>> };

type Characters = readonly (string | null)[];

/**
 * What the locking tables of the languages of South Asia share (3GPP TS 23.038 §A.3.4 to §A.3.13): digits, signs and small Latin
 * letters; the letters of the language stand where there is an underscore.
 */
const SHARED_LOCKING = [
  '__________\n__\r__',
  '___________\u001b____',
  ' !______)(__,_._',
  '0123456789:;___?',
  '________________',
  '________________',
  '_abcdefghijklmno',
  'pqrstuvwxyz_____',
].join('');

/** Letters of an Indic block, by their offset in it, in the order of the locking table; six of each language follow. */
const INDIC_OFFSETS = [...range(0x01, 0x03), ...range(0x05, 0x39), ...range(0x3c, 0x4d)];

/** What the single shift tables share (§A.2.4 to §A.2.13). */
const SHARED_SINGLE: Readonly<Record<number, string>> = {
  ...DEFAULT_EXTENSION,
  ...placed(range(0x00, 0x09), Array.from('@£$¥¿"¤%&\'')),
  ...placed([0x0b, 0x0c, 0x0e, 0x0f], Array.from('*+-/')),
  ...placed(range(0x10, 0x18), Array.from('<=>¡^¡_#*')),
  ...placed(range(0x41, 0x5a), Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')),
};
/** Where the single shift tables have signs of the language. */
const SIGN_PLACES = [0x19, 0x1a, ...range(0x1c, 0x27), ...range(0x2a, 0x2e), ...range(0x30, 0x3b), 0x3f];
const DANDAS = '0964-0965';

export const BENGALI = indic({
  base: 0x980,
  missing: '0d 0e 11 12 29 31 33-35 45 46 49 4a',
  more: '09ce 09d7 09dc 09dd 09f0 09f1',
  signs: '09e6-09ef 09df-09e3 09f2-09fa',
});
export const GUJARATI = indic({
  base: 0xa80,
  missing: '0e 12 29 31 34 46 4a',
  more: '0ad0 0ae0-0ae3 0af1',
  signs: `${DANDAS} 0ae6-0aef`,
});
export const HINDI = indic({
  base: 0x900,
  missing: '',
  more: '0950 0972 097b 097c 097e 097f',
  signs: `${DANDAS} 0966-096f 0951-0954 0958-0963 0970 0971`,
});
export const KANNADA = indic({
  base: 0xc80,
  missing: '01 0d 11 29 34 45 49',
  more: '0cd5 0cd6 0ce0-0ce3',
  signs: `${DANDAS} 0ce6-0cef 0cde 0cf1 0cf2`,
  // The standard has the letter 0CAA a second time, where 0CA1 would stand.
  instead: { 0x24: '\u0caa' },
});
export const MALAYALAM = indic({
  base: 0xd00,
  missing: '01 0d 11 29 3c 45 49',
  more: '0d57 0d60-0d63 0d79',
  signs: `${DANDAS} 0d66-0d75 0d7a-0d7f`,
});
export const ORIYA = indic({
  base: 0xb00,
  missing: '0d 0e 11 12 29 31 34 45 46 49 4a',
  more: '0b56 0b57 0b60-0b63',
  signs: `${DANDAS} 0b66-0b6f 0b5c 0b5d 0b5f 0b70 0b71`,
});
export const PUNJABI = indic({
  base: 0xa00,
  missing: '0b-0e 11 12 29 31 34 37 3d 43-46 49 4a',
  more: '0a51 0a70-0a74',
  signs: `${DANDAS} 0a66-0a6f 0a59-0a5c 0a5e 0a75`,
});
export const TAMIL = indic({
  base: 0xb80,
  missing: '01 0b-0d 11 16-18 1b 1d 20-22 25-27 2b-2d 3c 3d 43-45 49',
  more: '0bd0 0bd7 0bf0-0bf2 0bf9',
  signs: `${DANDAS} 0be6-0bef 0bf3-0bf8 0bfa`,
});
export const TELUGU = indic({
  base: 0xc00,
  missing: '0d 11 29 34 3c 45 49',
  more: '0c55 0c56 0c60-0c63',
  signs: '- - 0c66-0c6f 0c58 0c59 0c78-0c7f',
});
export const URDU: LanguageTables = {
  locking: locking(
    characters(
      '0627 0622 0628 067b 0680 067e 06a6 062a 06c2 067f 0679 067d 067a 067c 062b 062c 0681 0684 0683 0685-0687 062d-062f' +
        ' 068c 0688-068a 068f 068d 0630 0631 0691 0693 0699 0632 0696 0698 069a 0633-0639 0641 0642 06a9-06ab 06af 06b3 06b1' +
        ' 0644-0646 06ba-06bc 0648 06c4 06d5 06c1 06be 0621 06cc 06d0 06d2 064d 0650 064f 0657 0654 0655 0651 0653 0656 0670',
    ),
  ),
  single: single('0600 0601 06f0-06f9 060c-0614 061b 061f 0640 0652 0658 066b 066c 0672 0673 06cd 06d4'),
};

function indic(language: {
  base: number;
  /** Offsets in the block that the table lacks. */
  missing: string;
  /** The six letters at the end. */
  more: string;
  signs: string;
  instead?: Readonly<Record<number, string>>;
}): LanguageTables {
  const missing = new Set(characters(language.missing));
  const letters = INDIC_OFFSETS.map((offset) =>
    missing.has(String.fromCodePoint(offset)) ? null : String.fromCodePoint(language.base + offset),
  );
  const table = locking([...letters, ...characters(language.more)]);
  return {
    locking: table.map((character, septet) => language.instead?.[septet] ?? character),
    single: single(language.signs),
  };
}

function locking(letters: Characters): Characters {
  const left = letters.values();
  return Array.from(SHARED_LOCKING, (character) => (character === '_' ? (left.next().value ?? null) : character));
}

function single(signs: string): Readonly<Record<number, string>> {
  return { ...SHARED_SINGLE, ...placed(SIGN_PLACES, characters(signs)) };
}

/** Hexadecimal code points and runs of them; a lone dash is a place without a character. */
function characters(codes: string): Characters {
  return codes
    .split(' ')
    .filter((code) => code !== '')
    .flatMap((code) => {
      if (code === '-') return [null];
      const [first = '', last = first] = code.split('-');
      return range(Number.parseInt(first, 16), Number.parseInt(last, 16)).map((point) => String.fromCodePoint(point));
    });
}

function placed(places: readonly number[], of: Characters): Record<number, string> {
  return Object.fromEntries(
    places.flatMap((place, index) => {
      const character = of[index] ?? null;
      return character === null || place === ESCAPE ? [] : [[place, character]];
    }),
  ) as Record<number, string>;
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
