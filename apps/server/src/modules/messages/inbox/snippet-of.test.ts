import { expect, test } from 'vitest';
import { snippetOf } from './snippet-of.ts';

const MANY = 'word '.repeat(60);

test.each([
  ['a short text is whole', 'See you at eight.', 'EIGHT', 'See you at eight.'],
  ['signs of patterns are letters', 'It costs $4.50 (each)', '$4.50 (', 'It costs $4.50 (each)'],
  ['the words stand near the beginning', `${MANY}xylophone.`, 'xylophone', '…word word word word xylophone.'],
  [
    'of words apart the longest stands near the beginning',
    `a ${MANY}xylophone.`,
    'a xylophone',
    '…word word word word xylophone.',
  ],
  [
    'all of it comes before one of its words',
    `xylophone ${MANY}a xylophone.`,
    'a xylophone',
    '…word word word word a xylophone.',
  ],
  ['what stands in no text gives its beginning', MANY, 'zither', `${MANY.slice(0, 160)}…`],
  ['a long word is cut', `${'a'.repeat(200)}b`, 'b', `…${'a'.repeat(24)}b`],
  ['no character is cut in two', `${'😀'.repeat(100)}b`, 'b', `…${'😀'.repeat(12)}b`],
  ['neither at the end', `a${'😀'.repeat(100)}`, 'a', `a${'😀'.repeat(79)}…`],
])('of what was found: %s', (_what, text, searched, snippet) => {
  expect(snippetOf(text, searched)).toBe(snippet);
});
