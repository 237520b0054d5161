import { expect, test } from 'vitest';
import { replacementFor } from './replacement.ts';
import { segmentText } from './segment-text.ts';

test.each([
  ['\u2019', "'"],
  ['\u201c', '"'],
  ['\u2013', '-'],
  ['\u2026', '...'],
  ['\u00a0', ' '],
  ['\u202f', ' '],
  ['\t', ' '],
  ['\u200b', ''],
  ['ą', 'a'],
  ['ł', 'l'],
  ['Ş', 'S'],
  ['ő', 'ö'],
  ['ç', 'c'],
  ['e\u0301', 'é'],
  ['œ', 'oe'],
  ['½', '1/2'],
  ['™', 'TM'],
  ['ﬁ', 'fi'],
  ['Ａ', 'A'],
  ['а', 'a'],
  ['Ά', 'A'],
  ['1\ufe0f\u20e3', '1'],
])('%j may be sent as %j', (character, replacement) => {
  expect(replacementFor(character)).toBe(replacement);
  expect(segmentText(replacement).encoding).toBe('gsm-7');
});

test.each(['😀', '你', 'क्षि', 'я', '❤\ufe0f', '👍🏽'])('nothing of the GSM alphabet reads like %j', (character) => {
  expect(replacementFor(character)).toBeNull();
});
