import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bencoded, BrokenBencode, decodeBencode, encodeBencode } from './bencode.ts';

const anyValue = fc.letrec<{ value: Bencoded }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
})).value;

describe('bencode', () => {
  test.each<[string, Bencoded, string]>([
    ['a string', 'ping', '4:ping'],
    ['a string counted in bytes', 'é', '2:é'],
    ['a number', -42, 'i-42e'],
    ['a list', ['a', 1], 'l1:ai1ee'],
    ['a dictionary with its keys in order', { b: 1, a: [] }, 'd1:ale1:bi1ee'],
  ])('writes %s', (_, value, wire) => {
    expect(encodeBencode(value)).toBe(wire);
  });

  test('whatever is written is read again', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(decodeBencode(Buffer.from(encodeBencode(value)))).toEqual(value);
      }),
    );
  });

  test.each(['', 'i4', 'ie', '5:abc', 'd1:a', 'l', 'x', '4:pingmore', 'di1ei1ee', 'l'.repeat(100_000)])(
    'refuses %j',
    (wire) => {
      expect(() => decodeBencode(Buffer.from(wire))).toThrow(BrokenBencode);
    },
  );

  test('a number with a fraction cannot be written', () => {
    expect(() => encodeBencode(1.5)).toThrow(RangeError);
  });
});
