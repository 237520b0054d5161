import { expect, test } from 'vitest';
import { searchedWords } from './searched-words.ts';

test.each([
  ['eight  see', ['eight', 'see']],
  ['eight', ['eight']],
  ['"see you" eight', ['see you', 'eight']],
  ['eight “see you”', ['eight', 'see you']],
  ['eight "see yo', ['eight', 'see yo']],
  ['a 6" pipe', ['a', '6"', 'pipe']],
  ['""', ['""']],
  ['" "', ['" "']],
  ['$4.50 (', ['$4.50', '(']],
  ['one two three four five six', ['one', 'two', 'three', 'four', 'five six']],
])('what is searched for with %j are %j', (searched, words) => {
  expect(searchedWords(searched)).toEqual(words);
});
