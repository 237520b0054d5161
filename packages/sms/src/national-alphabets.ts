import { DEFAULT_ALPHABET, DEFAULT_EXTENSION } from './gsm-alphabet.ts';
import {
  BENGALI,
  GUJARATI,
  HINDI,
  KANNADA,
  type LanguageTables,
  MALAYALAM,
  ORIYA,
  PUNJABI,
  TAMIL,
  TELUGU,
  URDU,
} from './south-asian-alphabets.ts';

export type NationalLanguage =
  | 'turkish'
  | 'spanish'
  | 'portuguese'
  | 'bengali'
  | 'gujarati'
  | 'hindi'
  | 'kannada'
  | 'malayalam'
  | 'oriya'
  | 'punjabi'
  | 'tamil'
  | 'telugu'
  | 'urdu';

/** Which tables of a language stand in for the default ones, 3GPP TS 23.038 §6.2.1.2. */
export type NationalShift = { language: NationalLanguage; locking: boolean; single: boolean };

/** What takes the place of the default alphabet, which Spanish has nothing for, and of its extension table. */
type NationalTables = {
  /** National Language Identifier, 3GPP TS 23.038 §6.2.1.2.4. */
  identifier: number;
  locking: LanguageTables['locking'] | null;
  single: LanguageTables['single'];
};

/** The national language tables of 3GPP TS 23.038 Annex A. */
export const NATIONAL_TABLES: Readonly<Record<NationalLanguage, NationalTables>> = {
  turkish: {
    identifier: 1,
    locking: changed(DEFAULT_ALPHABET, {
      0x04: '€',
      0x07: 'ı',
      0x0b: 'Ğ',
      0x0c: 'ğ',
      0x1c: 'Ş',
      0x1d: 'ş',
      0x40: 'İ',
      0x60: 'ç',
    }),
    single: { ...DEFAULT_EXTENSION, 0x47: 'Ğ', 0x49: 'İ', 0x53: 'Ş', 0x63: 'ç', 0x67: 'ğ', 0x69: 'ı', 0x73: 'ş' },
  },
  spanish: {
    identifier: 2,
    locking: null,
    single: {
      ...DEFAULT_EXTENSION,
      0x09: 'ç',
      0x41: 'Á',
      0x49: 'Í',
      0x4f: 'Ó',
      0x55: 'Ú',
      0x61: 'á',
      0x69: 'í',
      0x6f: 'ó',
      0x75: 'ú',
    },
  },
  portuguese: {
    identifier: 3,
    locking: changed(DEFAULT_ALPHABET, {
      0x04: 'ê',
      0x06: 'ú',
      0x07: 'í',
      0x08: 'ó',
      0x09: 'ç',
      0x0b: 'Ô',
      0x0c: 'ô',
      0x0e: 'Á',
      0x0f: 'á',
      0x12: 'ª',
      0x13: 'Ç',
      0x14: 'À',
      0x15: '∞',
      0x16: '^',
      0x17: '\\',
      0x18: '€',
      0x19: 'Ó',
      0x1a: '|',
      0x1c: 'Â',
      0x1d: 'â',
      0x1e: 'Ê',
      0x24: 'º',
      0x40: 'Í',
      0x5b: 'Ã',
      0x5c: 'Õ',
      0x5d: 'Ú',
      0x60: '~',
      0x7b: 'ã',
      0x7c: 'õ',
      0x7d: '`',
    }),
    single: {
      ...DEFAULT_EXTENSION,
      0x05: 'ê',
      0x09: 'ç',
      0x0b: 'Ô',
      0x0c: 'ô',
      0x0e: 'Á',
      0x0f: 'á',
      0x12: 'Φ',
      0x13: 'Γ',
      0x15: 'Ω',
      0x16: 'Π',
      0x17: 'Ψ',
      0x18: 'Σ',
      0x19: 'Θ',
      0x1f: 'Ê',
      0x41: 'À',
      0x49: 'Í',
      0x4f: 'Ó',
      0x55: 'Ú',
      0x5b: 'Ã',
      0x5c: 'Õ',
      0x61: 'Â',
      0x69: 'í',
      0x6f: 'ó',
      0x75: 'ú',
      0x7b: 'ã',
      0x7c: 'õ',
      0x7f: 'â',
    },
  },
  bengali: { identifier: 4, ...BENGALI },
  gujarati: { identifier: 5, ...GUJARATI },
  hindi: { identifier: 6, ...HINDI },
  kannada: { identifier: 7, ...KANNADA },
  malayalam: { identifier: 8, ...MALAYALAM },
  oriya: { identifier: 9, ...ORIYA },
  punjabi: { identifier: 10, ...PUNJABI },
  tamil: { identifier: 11, ...TAMIL },
  telugu: { identifier: 12, ...TELUGU },
  urdu: { identifier: 13, ...URDU },
};

/** The languages that have tables of their own. */
export const NATIONAL_LANGUAGES = Object.keys(NATIONAL_TABLES) as NationalLanguage[];

/** The language of a National Language Identifier, or null for one that no table stands for. */
export function languageOf(identifier: number): NationalLanguage | null {
  return NATIONAL_LANGUAGES.find((language) => NATIONAL_TABLES[language].identifier === identifier) ?? null;
}

function changed(alphabet: string, changes: Readonly<Record<number, string>>): string[] {
  return Array.from(alphabet, (character, septet) => changes[septet] ?? character);
}
