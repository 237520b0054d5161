import { readFileSync } from 'node:fs';
import { buildPrefixTrie, readDestinations } from '../../apps/server/src/modules/rating/index.ts';
import type { Measured } from './measured.ts';

const NUMBERS = 100_000;
const ROUNDS = 10;
/** 2 µs each. */
const AIM_A_SECOND = 500_000;

/**
 * Longest-prefix look-ups a second among the destinations of the world, in the trie that prices calls, against a hash
 * table that is asked for each shorter prefix in turn. Random numbers, so that no look-up finds the last one's path.
 */
export function measurePrefixLookUps(): Measured {
  const file = new URL('../../apps/server/data/destinations.csv', import.meta.url);
  const destinations = readDestinations(readFileSync(file, 'utf8'));
  const prefixes = destinations.map(({ prefix }) => prefix);
  const trie = buildPrefixTrie(prefixes.map((prefix) => [prefix, prefix] as const));
  const table = new Map(prefixes.map((prefix) => [prefix, prefix]));
  const longest = Math.max(...prefixes.map(({ length }) => length));
  const inTable = (number: string): string | null => {
    for (let length = longest; length > 0; length -= 1) {
      const found = table.get(number.slice(1, length + 1));
      if (found !== undefined) return found;
    }
    return null;
  };

  const numbers = Array.from({ length: NUMBERS }, () => aNumberUnder(prefixes));
  const strayed = numbers.find((number) => trie.longestMatch(number, 1) !== inTable(number));
  if (strayed !== undefined) throw new Error(`the trie and the table differ on ${strayed}`);
  const ours = perSecond(numbers, (number) => trie.longestMatch(number, 1));
  const bare = perSecond(numbers, inTable);
  const what = `prefix look-ups among ${prefixes.length} destinations`;
  return { what, unit: '/s', ours, bare, aim: '≤ 2 µs each', isMet: ours >= AIM_A_SECOND };
}

function aNumberUnder(prefixes: readonly string[]): string {
  const prefix = prefixes[Math.floor(Math.random() * prefixes.length)] ?? '1';
  return `+${prefix}${Math.floor(Math.random() * 1e9)}`.slice(0, 13);
}

function perSecond(numbers: readonly string[], lookUp: (number: string) => string | null): number {
  for (const number of numbers) lookUp(number);
  const begun = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) for (const number of numbers) lookUp(number);
  return (numbers.length * ROUNDS) / ((performance.now() - begun) / 1_000);
}
