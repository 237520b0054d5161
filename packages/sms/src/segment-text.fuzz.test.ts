import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeGsm7, encodeGsm7 } from './gsm-7.ts';
import { NATIONAL_TABLES, type NationalLanguage } from './national-alphabets.ts';
import { partRoom } from './part-room.ts';
import { type Segments, segmentText } from './segment-text.ts';
import { readUserData, writeUserDataHeader } from './user-data.ts';

const languages = Object.keys(NATIONAL_TABLES) as NationalLanguage[];
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const pieces = fc.constantFrom(
  '€',
  '{',
  'a',
  ' ',
  '\r\n',
  'ş',
  'ã',
  'क्षि',
  '😀',
  '👨‍👩‍👧‍👦',
  '🇫🇷',
  'e\u0301',
  '\u200d',
  '\ud83d',
  'x'.repeat(70),
  // Longer than half a part, than a part less its header, and than a part.
  ...[40, 66, 67, 69, 71].map((units) => 'e'.padEnd(units, '\u0301')),
);
const texts = fc
  .array(fc.oneof(pieces, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), { maxLength: 60 })
  .map((words) => words.join(''));
const cases = fc.record({
  text: texts,
  nationalShift: fc.subarray(languages, { maxLength: 3 }),
  isLatin1: fc.boolean(),
  referenceBits: fc.constantFrom<8 | 16>(8, 16),
});
const unitsOf = (part: string, { encoding, nationalShift }: Segments) =>
  encoding === 'ucs-2' ? part.length : encodeGsm7(part, nationalShift).length;

test('the parts of every text are the text, none is longer than there is room, and the sums are right', () => {
  fc.assert(
    fc.property(cases, ({ text, ...options }) => {
      const segments = segmentText(text, options);
      const { parts, encoding, nationalShift: shift } = segments;
      const referenceBits = parts.length > 1 ? options.referenceBits : null;
      const room = partRoom(encoding, { referenceBits, shift });
      const units = parts.map((part) => unitsOf(part, segments));

      expect(parts.join('')).toBe(text);
      expect(Math.max(0, ...units)).toBeLessThanOrEqual(room);
      expect(segments.units).toBe(units.reduce((sum, one) => sum + one, 0));
      expect(segments.left).toBe(room - (units.at(-1) ?? 0));
      expect(segments.forcedBy === null).toBe(encoding === 'gsm-7');
    }),
  );
});

test('a part ends where a grapheme ends, unless that is longer than a part', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const segments = segmentText(text);
      const { parts, encoding } = segments;
      const room = partRoom(encoding, { referenceBits: 8, shift: null });
      const bounds = new Set<number>([text.length]);
      for (const { segment, index } of graphemes.segment(text)) {
        bounds.add(index);
        if (unitsOf(segment, segments) > room) for (let at = 0; at < segment.length; at += 1) bounds.add(index + at);
      }
      let end = 0;
      for (const part of parts) {
        end += part.length;
        expect(bounds.has(end)).toBe(true);
      }
      expect(parts.every((part) => part.isWellFormed()) || !text.isWellFormed()).toBe(true);
    }),
  );
});

test('every part is read again with its place, from the octets that go to a carrier', () => {
  fc.assert(
    fc.property(cases, ({ text, ...options }) => {
      const { parts, encoding, nationalShift } = segmentText(text.toWellFormed().replaceAll('\0', ''), options);
      if (encoding === 'ucs-2' || parts.length > 255) return;
      for (const [index, part] of parts.entries()) {
        const concatenation = parts.length === 1 ? null : { reference: 7, total: parts.length, number: index + 1 };
        const header = writeUserDataHeader({ ...options, concatenation, nationalShift });
        const bytes = Uint8Array.from([...header, ...encodeGsm7(part, nationalShift)]);

        expect(readUserData(bytes, { hasHeader: header.length > 0, encoding })).toMatchObject({
          text: part,
          concatenation,
          nationalShift,
          error: null,
        });
        expect(Math.ceil((header.length * 8) / 7) + bytes.length - header.length).toBeLessThanOrEqual(160);
      }
    }),
  );
});

test('whatever the septets are, and by whatever tables, they are read into a text', () => {
  const shifts = fc.record({ language: fc.constantFrom(...languages), locking: fc.boolean(), single: fc.boolean() });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 160 }), fc.option(shifts), (bytes, shift) => {
      expect(decodeGsm7(bytes, shift).length).toBeLessThanOrEqual(bytes.length);
    }),
  );
});
