import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeGsm7, encodeGsm7 } from './gsm-7.ts';
import { decodeLatin1, encodeLatin1 } from './latin-1.ts';
import { packSeptets, unpackSeptets } from './septets.ts';
import { decodeUcs2, encodeUcs2 } from './ucs-2.ts';

test('the packed example of 3GPP TS 23.038 practice comes out', () => {
  const packed = Uint8Array.of(0xe8, 0x32, 0x9b, 0xfd, 0x46, 0x97, 0xd9, 0xec, 0x37);

  expect(packSeptets(encodeGsm7('hellohello'))).toEqual(packed);
  expect(decodeGsm7(unpackSeptets(packed))).toBe('hellohello');
});

test('text after a header of octets begins at a septet', () => {
  // The first part of a message with an 8-bit reference: six octets of header, one fill bit, then the text.
  const packed = packSeptets(encodeGsm7('ab'), 1);

  expect([...packed]).toEqual([0xc2, 0x62, 0x00].slice(0, packed.length));
  expect(decodeGsm7(unpackSeptets(packed, { fillBits: 1 }))).toBe('ab');
});

test('seven septets leave a spare eighth, which the count cuts off', () => {
  const packed = packSeptets(encodeGsm7('1234567'));

  expect(decodeGsm7(unpackSeptets(packed, { count: 7 }))).toBe('1234567');
  expect(unpackSeptets(packed)).toHaveLength(8);
});

test.each([
  [[0x1b, 0x65], '€'],
  [[0x1b, 0x41], 'A'],
  [[0x41, 0x1b], 'A '],
  [[0x1b, 0x1b, 0x41], ' A'],
  [[0x80, 0xff], '\ufffd\ufffd'],
  [[0x1b, 0xff], '\ufffd'],
])('the octets %j read as %j', (octets, text) => {
  expect(decodeGsm7(Uint8Array.from(octets))).toBe(text);
});

test('what the alphabet lacks is not encoded', () => {
  expect(() => encodeGsm7('ą')).toThrow(RangeError);
  expect(() => encodeGsm7('\u001b')).toThrow(RangeError);
  expect(encodeLatin1('€')).toBeNull();
});

test('every septets come back from their packed form', () => {
  fc.assert(
    fc.property(fc.uint8Array({ max: 0x7f, maxLength: 200 }), fc.integer({ min: 0, max: 6 }), (septets, fillBits) => {
      const packed = packSeptets(septets, fillBits);

      expect(packed).toHaveLength(Math.ceil((septets.length * 7 + fillBits) / 8));
      expect(unpackSeptets(packed, { fillBits, count: septets.length })).toEqual(septets);
    }),
  );
});

test('every text of UTF-16 units and every octet comes back from its encoding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(decodeUcs2(encodeUcs2(text))).toBe(text);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(encodeLatin1(decodeLatin1(bytes))).toEqual(bytes);
      expect(decodeUcs2(bytes)).toHaveLength(Math.ceil(bytes.length / 2));
    }),
  );
});
