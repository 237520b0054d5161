import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BrokenNetstring, createNetstringReader, encodeNetstring } from './netstring.ts';

describe('netstrings', () => {
  test('the length counts bytes, not characters', () => {
    expect(encodeNetstring('{"a":"é"}').toString()).toBe('10:{"a":"é"},');
  });

  test('whatever is written is read again, however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        (texts, size) => {
          const wire = Buffer.concat(texts.map(encodeNetstring));
          const read = createNetstringReader();
          const messages: string[] = [];
          for (let at = 0; at < wire.length; at += size) messages.push(...read(wire.subarray(at, at + size)));
          expect(messages).toEqual(texts.map((text) => Buffer.from(text).toString()));
        },
      ),
    );
  });

  test.each([
    ['a message longer than we accept', '70000:'],
    ['a length that is no number', 'x1:a,'],
    ['an empty length', ':a,'],
    ['no length at all', '123456789'],
    ['a message that does not end where it said', '1:ab,'],
  ])('refuses %s', (_, wire) => {
    expect(() => createNetstringReader()(Buffer.from(wire))).toThrow(BrokenNetstring);
  });
});
