import { expect, test } from 'vitest';
import { decodeGsm7, encodeGsm7 } from './gsm-7.ts';
import { languageOf, NATIONAL_TABLES, type NationalLanguage } from './national-alphabets.ts';
import { segmentText } from './segment-text.ts';

const languages = Object.keys(NATIONAL_TABLES) as NationalLanguage[];
const signsOf = (language: NationalLanguage) => Object.values(NATIONAL_TABLES[language].single);
const lettersOf = (language: NationalLanguage) =>
  (NATIONAL_TABLES[language].locking ?? []).filter((letter) => letter !== null && letter !== '\u001b');

test('the tables stand under the thirteen identifiers of the standard, in its order', () => {
  expect(languages.map((language) => NATIONAL_TABLES[language].identifier)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
  ]);
  expect(languages.map((language) => languageOf(NATIONAL_TABLES[language].identifier))).toEqual(languages);
  expect([languageOf(0), languageOf(14)]).toEqual([null, null]);
});

test.each(languages)('every character of the %s tables is written and read again', (language) => {
  const shift = { language, locking: true, single: true };
  const text = [...lettersOf(language), ...signsOf(language)].join('');

  expect(decodeGsm7(encodeGsm7(text, shift), shift)).toBe(text);
});

/** Some places of §A.2 and §A.3: the first letter, one beyond a gap, the last one, and the last sign of the language. */
test.each([
  ['bengali', { 0x00: 'ঁ', 0x13: 'ও', 0x60: 'ৎ', 0x7f: 'ৱ' }, { 0x19: '০', 0x24: '\u09df', 0x34: '৺' }],
  ['gujarati', { 0x00: 'ઁ', 0x13: 'ઓ', 0x60: 'ૐ', 0x7f: '૱' }, { 0x19: '।', 0x25: '૯' }],
  ['hindi', { 0x00: 'ँ', 0x3c: 'ऩ', 0x60: 'ॐ', 0x7f: 'ॿ' }, { 0x1c: '०', 0x2c: '\u0958', 0x3a: 'ॱ' }],
  ['kannada', { 0x01: 'ಂ', 0x24: 'ಪ', 0x3d: 'ಪ', 0x7f: 'ೣ' }, { 0x26: 'ೞ', 0x2a: 'ೲ' }],
  ['malayalam', { 0x01: 'ം', 0x48: 'ഴ', 0x60: 'ൗ', 0x7f: '൹' }, { 0x2e: 'ൺ', 0x34: 'ൿ' }],
  ['oriya', { 0x00: 'ଁ', 0x4e: '଼', 0x60: 'ୖ', 0x7f: 'ୣ' }, { 0x2a: 'ୟ', 0x2c: 'ୱ' }],
  ['punjabi', { 0x00: 'ਁ', 0x4d: 'ਹ', 0x60: 'ੑ', 0x7f: 'ੴ' }, { 0x26: '\u0a59', 0x2d: 'ੵ' }],
  ['tamil', { 0x01: 'ஂ', 0x3c: 'ன', 0x48: 'ழ', 0x7f: '௹' }, { 0x2a: '௵', 0x2e: '௺' }],
  ['telugu', { 0x00: 'ఁ', 0x49: 'వ', 0x60: 'ౕ', 0x7f: 'ౣ' }, { 0x1c: '౦', 0x32: '౿' }],
  ['urdu', { 0x00: 'ا', 0x2c: ',', 0x5f: 'ٗ', 0x7f: 'ٰ' }, { 0x1c: '۰', 0x2e: 'ؒ', 0x3f: '۔' }],
] as const)('places of the %s tables', (language, letters, signs) => {
  const { locking, single } = NATIONAL_TABLES[language];

  expect(Object.keys(letters).map((septet) => locking?.[Number(septet)])).toEqual(Object.values(letters));
  expect(Object.keys(signs).map((septet) => single[Number(septet)])).toEqual(Object.values(signs));
});

test('where a carrier takes them, a text of Hindi has a third of the parts', () => {
  const text = 'आपका ऑर्डर आज शाम तक पहुँच जाएगा। धन्यवाद! '.repeat(8);

  expect(segmentText(text).parts.length).toBe(6);
  expect(segmentText(text, { nationalShift: ['urdu', 'hindi'] })).toMatchObject({
    encoding: 'gsm-7',
    nationalShift: { language: 'hindi', locking: true, single: true },
  });
  expect(segmentText(text, { nationalShift: ['urdu', 'hindi'] }).parts.length).toBe(3);
});

test('a place that a table leaves empty is unreadable, and no space', () => {
  const shift = { language: 'tamil', locking: true, single: false } as const;

  expect(decodeGsm7(Uint8Array.of(0x00, 0x20), shift)).toBe('\ufffd ');
});
