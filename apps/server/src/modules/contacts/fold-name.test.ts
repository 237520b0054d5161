import { expect, test } from 'vitest';
import { foldName, searchWords } from './fold-name.ts';

test.each([
  ['José  Núñez', 'jose nunez'],
  ['ŁUKASZ Søren', 'lukasz soren'],
  ['Straße', 'strasse'],
  ['Ｆｕｌｌ　Ｗｉｄｔｈ', 'full width'],
  ['İstanbul', 'istanbul'],
  ['Ærøskøbing', 'aeroskobing'],
  ['李小龍', '李小龍'],
  ['Έλληνας', 'ελληνας'],
  ['مُحَمَّد', 'محمد'],
  ['\u200fAda\u200b', 'ada'],
])('%s is found as %s', (name, folded) => {
  expect(foldName(name)).toBe(folded);
});

test('no folded name is longer than what is kept of it, and none ends in half a character', () => {
  expect(foldName('\uFDFA'.repeat(100))).toHaveLength(200);
  expect(foldName(`${'x'.repeat(199)}😀`).isWellFormed()).toBe(true);
});

test('the words of a search are those of the name', () => {
  expect(searchWords('  Núñez, jo ')).toEqual(['nunez,', 'jo']);
  expect(searchWords('   ')).toEqual([]);
});
