import { expect, test } from 'vitest';
import { encodeGsm7 } from './gsm-7.ts';
import { partRoom } from './part-room.ts';
import { segmentText } from './segment-text.ts';

test.each([
  ['', 'gsm-7', [], 160],
  ['Hello, world!', 'gsm-7', [13], 147],
  ['a'.repeat(160), 'gsm-7', [160], 0],
  ['a'.repeat(161), 'gsm-7', [153, 8], 145],
  ['a'.repeat(306), 'gsm-7', [153, 153], 0],
  ['a'.repeat(307), 'gsm-7', [153, 153, 1], 152],
  ['я'.repeat(70), 'ucs-2', [70], 0],
  ['я'.repeat(71), 'ucs-2', [67, 4], 63],
  ['я'.repeat(135), 'ucs-2', [67, 67, 1], 66],
  ['€'.repeat(80), 'gsm-7', [160], 0],
])('%j goes in %s, in parts of %j units, with room for %i', (text, encoding, units, left) => {
  const segments = segmentText(text);

  expect(segments.encoding).toBe(encoding);
  expect(segments.parts.map((part) => (encoding === 'gsm-7' ? encodeGsm7(part).length : part.length))).toEqual(units);
  expect(segments).toMatchObject({ left, units: units.reduce((sum, part) => sum + part, 0) });
  expect(segments.parts.join('')).toBe(text);
});

test('a character of the extension table is not cut off its escape', () => {
  // The 153rd septet would be the escape, the 154th the euro's own.
  const { parts, left } = segmentText(`${'a'.repeat(152)}€${'b'.repeat(20)}`);

  expect(parts).toEqual(['a'.repeat(152), `€${'b'.repeat(20)}`]);
  expect(left).toBe(153 - 22);
});

test.each([
  ['a surrogate pair', '😀'],
  ['a family of four, one grapheme of 11 units', '👨‍👩‍👧‍👦'],
  ['a flag', '🇫🇷'],
  ['a letter with its marks', 'ẛ̣́'],
  ['a syllable of Hindi', 'क्षि'],
])('%s is not cut apart at the end of a part', (_, grapheme) => {
  for (let before = 60; before < 67; before += 1) {
    const { parts } = segmentText(`${'я'.repeat(before)}${grapheme}${'я'.repeat(70)}`);

    expect(parts.filter((part) => part.includes(grapheme))).toHaveLength(1);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(67);
  }
});

test('a grapheme longer than a part is cut between its characters', () => {
  const endless = `e${'😀\u200d'.repeat(100)}`;
  const { parts } = segmentText(endless);

  expect(parts.join('')).toBe(endless);
  expect(parts.every((part) => part.isWellFormed() && part.length <= 67)).toBe(true);
});

test.each([
  ['Caf\u00e9 costs 3 €', null],
  ['It\u2019s late', { character: '\u2019', index: 2 }],
  ['Ok 👍🏽 see you', { character: '👍🏽', index: 3 }],
  ['Cafe\u0301', { character: 'e\u0301', index: 3 }],
  ['Hola 😀 \u2019', { character: '😀', index: 5 }],
])('what forces %j into UCS-2 is %j', (text, forcedBy) => {
  expect(segmentText(text).forcedBy).toEqual(forcedBy);
});

test('Turkish is UCS-2 unless the carrier takes the Turkish tables', () => {
  const text = 'Şişli’de değil, Beyoğlu’nda buluşalım mı?'.replaceAll('’', "'");

  expect(segmentText(text)).toMatchObject({ encoding: 'ucs-2', nationalShift: null, forcedBy: { character: 'Ş' } });
  expect(segmentText(text, { nationalShift: ['turkish'] })).toMatchObject({
    encoding: 'gsm-7',
    forcedBy: null,
    units: text.length,
    left: 155 - text.length,
    nationalShift: { language: 'turkish', locking: true, single: false },
  });
});

test('a few Turkish letters go by the single shift, and the header of it costs five septets', () => {
  const shift = { language: 'turkish', locking: false, single: true };
  const fits = `ş${'a'.repeat(153)}`;

  expect(segmentText(fits, { nationalShift: ['turkish', 'spanish'] })).toMatchObject({
    nationalShift: { ...shift, locking: true, single: false },
    units: 154,
  });
  expect(segmentText(`á${'a'.repeat(153)}`, { nationalShift: ['spanish'] })).toMatchObject({
    nationalShift: { ...shift, language: 'spanish' },
    units: 155,
    left: 0,
  });
});

test('where the national tables lack a character too, that one is what forces UCS-2', () => {
  expect(segmentText('Beşiktaş 😀', { nationalShift: ['turkish'] }).forcedBy).toEqual({ character: '😀', index: 9 });
  expect(segmentText('ş ã', { nationalShift: ['turkish', 'portuguese'] }).forcedBy).toEqual({
    character: 'ş',
    index: 0,
  });
});

test('where Latin-1 stands in for the GSM alphabet, what it lacks forces UCS-2, and no national table helps', () => {
  const isLatin1 = true;

  expect(segmentText('5 €')).toMatchObject({ encoding: 'gsm-7', forcedBy: null });
  expect(segmentText('5 €', { isLatin1, nationalShift: ['turkish'] })).toMatchObject({
    encoding: 'ucs-2',
    units: 3,
    nationalShift: null,
    forcedBy: { character: '€', index: 2 },
  });
  expect(segmentText('Δt = 5', { isLatin1 }).forcedBy).toEqual({ character: 'Δ', index: 0 });
  expect(segmentText('ş', { isLatin1, nationalShift: ['turkish'] }).forcedBy).toEqual({ character: 'ş', index: 0 });
});

test('where Latin-1 has all of a text, its extension characters are counted as on the air', () => {
  expect(segmentText('Grüße [ñ]', { isLatin1: true })).toMatchObject({ encoding: 'gsm-7', units: 11, forcedBy: null });
});

test('a text that is to go in UCS-2 does, and nothing forces it', () => {
  expect(segmentText('a'.repeat(71), { isUcs2: true })).toMatchObject({ encoding: 'ucs-2', units: 71, forcedBy: null });
  expect(segmentText('a'.repeat(71), { isUcs2: true }).parts).toHaveLength(2);
});

test('a header with a reference of 16 bits leaves a septet and a unit less', () => {
  expect(segmentText('a'.repeat(306), { referenceBits: 16 }).parts.map((part) => part.length)).toEqual([152, 152, 2]);
  expect(segmentText('я'.repeat(134), { referenceBits: 16 }).parts.map((part) => part.length)).toEqual([66, 66, 2]);
});

test.each([
  [null, null, 160, 70],
  [8, null, 153, 67],
  [16, null, 152, 66],
  [null, 'single', 155, 68],
  [null, 'both', 152, 66],
  [8, 'single', 149, 65],
  [8, 'both', 146, 64],
] as const)(
  'a part with a reference of %s bits and %s shift has room for %i septets and %i units',
  (bits, tables, septets, units) => {
    const shift = tables === null ? null : ({ language: 'turkish', single: true, locking: tables === 'both' } as const);

    expect(partRoom('gsm-7', { referenceBits: bits, shift })).toBe(septets);
    expect(partRoom('ucs-2', { referenceBits: bits, shift })).toBe(units);
  },
);
