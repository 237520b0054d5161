import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeGsm7 } from './gsm-7.ts';
import { encodeUcs2 } from './ucs-2.ts';
import { readUserData, writeUserDataHeader } from './user-data.ts';

const bytesOf = (...parts: (Uint8Array | number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const read = (bytes: Uint8Array) => readUserData(bytes, { hasHeader: true, encoding: 'gsm-7' });

test.each([
  [8, { reference: 0xa7, total: 3, number: 2 }, [5, 0, 3, 0xa7, 3, 2]],
  [16, { reference: 0x12a7, total: 255, number: 255 }, [6, 8, 4, 0x12, 0xa7, 255, 255]],
] as const)(
  'the place of a part is written with a reference of %i bits, and read again',
  (referenceBits, concatenation, octets) => {
    const header = writeUserDataHeader({ concatenation, referenceBits });

    expect([...header]).toEqual(octets);
    expect(read(bytesOf(header, encodeGsm7('part {two}')))).toMatchObject({
      concatenation,
      text: 'part {two}',
      error: null,
    });
  },
);

test('of a reference that has 16 bits, a header of 8 bits carries the lowest', () => {
  const header = writeUserDataHeader({ concatenation: { reference: 0x12a7, total: 2, number: 1 }, referenceBits: 8 });

  expect(read(header).concatenation).toEqual({ reference: 0xa7, total: 2, number: 1 });
});

test('the national tables that a header names are those that the text is read with', () => {
  const nationalShift = { language: 'turkish', locking: true, single: true } as const;
  const header = writeUserDataHeader({ concatenation: null, referenceBits: 8, nationalShift });

  expect([...header]).toEqual([6, 0x24, 1, 1, 0x25, 1, 1]);
  expect(read(bytesOf(header, encodeGsm7('Işığı söndür €', nationalShift)))).toMatchObject({
    nationalShift,
    text: 'Işığı söndür €',
    concatenation: null,
  });
});

test('the notice of an MMS names the port of a program', () => {
  const header = [6, 5, 4, 0x0b, 0x84, 0x23, 0xf0];

  expect(read(bytesOf(header, encodeGsm7('x'))).ports).toEqual({ destination: 2948, source: 9200 });
});

test.each([
  ['longer than the message', [40, 0, 3, 1], { error: 'header_past_the_end' }],
  ['with an element past its end', [4, 0, 9, 1, 2, 65], { error: 'element_past_the_header', text: 'A' }],
  ['with half an element', [1, 0, 65], { error: 'element_past_the_header', text: 'A' }],
  ['that is empty', [0, 65], { error: null, text: 'A' }],
  ['with a part 0', [5, 0, 3, 7, 2, 0, 65], { error: null, text: 'A' }],
  ['with a part past the total', [5, 0, 3, 7, 2, 3, 65], { error: null, text: 'A' }],
  ['with a total of 0', [5, 0, 3, 7, 0, 0, 65], { error: null, text: 'A' }],
  ['with an element of an unknown kind', [4, 0x70, 2, 1, 2, 65], { error: null, text: 'A' }],
])('a header %s puts the part nowhere', (_, octets, expected) => {
  expect(read(Uint8Array.from(octets))).toMatchObject({ ...expected, concatenation: null });
});

test('of two places the last one counts', () => {
  const octets = [10, 0, 3, 1, 2, 1, 0, 3, 9, 4, 3, 65];

  expect(read(Uint8Array.from(octets)).concatenation).toEqual({ reference: 9, total: 4, number: 3 });
});

test.each([
  { reference: 1, total: 0, number: 0 },
  { reference: 1, total: 2, number: 3 },
  { reference: 1, total: 256, number: 1 },
  { reference: 0x10000, total: 2, number: 1 },
  { reference: 0.5, total: 2, number: 1 },
])('the place %j is not written', (concatenation) => {
  expect(() => writeUserDataHeader({ concatenation, referenceBits: 16 })).toThrow(RangeError);
});

test('a NUL, which no database takes in a text, is replaced', () => {
  const { text } = readUserData(encodeUcs2('a\0b'), { hasHeader: false, encoding: 'ucs-2' });

  expect(text).toBe('a\ufffdb');
});

test('half of an emoji that is cut between two parts stays, and is whole again with the other half', () => {
  const [first, second] = ['Yes \ud83d', '\ude00!'].map(
    (half) => readUserData(encodeUcs2(half), { hasHeader: false, encoding: 'ucs-2' }).text,
  );

  expect(`${first}${second}`).toBe('Yes 😀!');
});

test('whatever the octets are, they are read without a fault into a text without NUL', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.boolean(),
      fc.constantFrom('gsm-7', 'latin-1', 'ucs-2'),
      (bytes, hasHeader, encoding) => {
        const { text, concatenation } = readUserData(bytes, { hasHeader, encoding });

        expect(text).not.toContain('\0');
        expect(text.length).toBeLessThanOrEqual(bytes.length + 1);
        expect(concatenation === null || concatenation.number <= concatenation.total).toBe(true);
      },
    ),
  );
});

test('every place of a part comes back as it was written', () => {
  const place = fc.record({ reference: fc.integer({ min: 0, max: 0xffff }), total: fc.integer({ min: 1, max: 255 }) });
  fc.assert(
    fc.property(place, fc.nat(), (written, some) => {
      const concatenation = { ...written, number: 1 + (some % written.total) };

      expect(read(writeUserDataHeader({ concatenation, referenceBits: 16 }))).toMatchObject({
        concatenation,
        text: '',
      });
    }),
  );
});
