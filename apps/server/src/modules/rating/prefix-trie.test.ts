import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPrefixTrie } from './prefix-trie.ts';

test('the longest prefix wins, and a number without known prefix has none', () => {
  const trie = buildPrefixTrie([
    ['1', 'United States'],
    ['1204', 'Canada'],
    ['1242', 'Bahamas'],
    ['44', 'Great Britain'],
  ]);

  expect(trie.longestMatch('14155550100')).toBe('United States');
  expect(trie.longestMatch('12045550100')).toBe('Canada');
  expect(trie.longestMatch('1242')).toBe('Bahamas');
  expect(trie.longestMatch('120')).toBe('United States');
  expect(trie.longestMatch('4')).toBeNull();
  expect(trie.longestMatch('')).toBeNull();
  expect(trie.longestMatch('+44770', 1)).toBe('Great Britain');
  expect(trie.longestMatch('44x')).toBe('Great Britain');
});

test('it finds what a walk through all prefixes finds', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.uniqueArray(digits, { maxLength: 60 }), digits, (prefixes, number) => {
      const trie = buildPrefixTrie(prefixes.map((prefix) => [prefix, prefix]));
      const longest = prefixes
        .filter((prefix) => number.startsWith(prefix))
        .reduce<string | null>((best, prefix) => (prefix.length > (best?.length ?? 0) ? prefix : best), null);
      expect(trie.longestMatch(number)).toBe(longest);
    }),
  );
});

test('a prefix that is not of digits is refused', () => {
  expect(() => buildPrefixTrie([['44a', 1]])).toThrow('no prefix of digits');
});
