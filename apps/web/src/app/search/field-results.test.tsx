import '../../lib/testing/browser-stand-ins.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Nothing } from './field-results.tsx';

test.each([
  ['+44770090012345678', 'This number is too long.'],
  ['0044 7700', 'This number isn’t complete.'],
  ['+1 (201) 555', 'This number isn’t complete.'],
  ['zzzz', 'Nothing found. Enter a number instead.'],
  ['**', 'Nothing found. Enter a number instead.'],
])('who types %s, and means nobody, is told: %s', (typed, sentence) => {
  expect(renderToStaticMarkup(<Nothing typed={typed} read="whole" />)).toContain(sentence);
});

test('a short number is not said to lack digits while it is asked what it is, as 112 is', () => {
  expect(renderToStaticMarkup(<Nothing typed="112" read="whole" />)).toBe('');
  expect(renderToStaticMarkup(<Nothing typed="15" read="in-part" />)).toBe('');
});

test('a number says what it lacks although contacts could not be read', () => {
  expect(renderToStaticMarkup(<Nothing typed="zzzz" read="in-part" />)).toContain('Your contacts couldn’t be loaded.');
  expect(renderToStaticMarkup(<Nothing typed="+44770090012345678" read="in-part" />)).toContain('too long');
});
