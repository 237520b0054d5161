import { expect, test } from 'vitest';
import { spreadEvenly } from './spread-kinds.ts';

const spread = (names: string[]) =>
  spreadEvenly(
    names,
    (name) => name[0] ?? '',
    (name) => name[1] ?? '',
  );

test('kinds of one group are spread over each other, each in its own order', () => {
  expect(spread(['1a1', '1a2', '1a3', '1a4', '1b1', '1b2'])).toEqual(['1a1', '1b1', '1a2', '1a3', '1b2', '1a4']);
});

test('a group begins when all files of the one before it are named', () => {
  expect(spread(['1a1', '1a2', '2a1', '2b1'])).toEqual(['1a1', '1a2', '2a1', '2b1']);
});
