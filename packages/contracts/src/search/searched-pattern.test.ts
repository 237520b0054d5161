import { expect, test } from 'vitest';
import { searchedPattern } from './searched-pattern.ts';

test.each([
  ['Costs $4.50 (each)', '$4.50 (', ['$4.50 (']],
  ['Eight. EIGHT. eighth', 'eight', ['Eight', 'EIGHT', 'eight']],
  ['Привет, ПРИВЕТ', 'привет', ['Привет', 'ПРИВЕТ']],
  ['a-b [c] {d} \\e/ |', '[c] {d} \\e/ |', ['[c] {d} \\e/ |']],
  ['I see you at eight. You see?', 'eight see', ['see', 'eight', 'see']],
  ['See you, said you', 'see you', ['See you', 'you']],
  ['See you, said you', '"see you"', ['See you']],
  ['nothing of it', 'zither', []],
])('in %j what stands there of %j is found, and nothing else', (text, searched, found) => {
  expect(text.match(searchedPattern(searched)) ?? []).toEqual(found);
});
