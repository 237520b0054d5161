import '../../lib/testing/browser-stand-ins.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Nothing } from './field-results.tsx';
import { Results, type SearchedWhole } from './results.tsx';

const foundNothing = (typed: string, read: SearchedWhole): string =>
  renderToStaticMarkup(
    <Results
      {...{ id: 'search', entries: [], current: undefined, typed, read }}
      onMeant={() => undefined}
      onChoose={() => undefined}
    />,
  );

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

test.each([
  ['+44770090012345678', 'whole', 'This number is too long.'],
  ['+44770090012345678', 'in-part', 'This number is too long.'],
  ['+44 7700', 'whole', 'This number isn’t complete.'],
  ['zzzz', 'whole', 'Nothing found for “zzzz”.'],
  ['112', 'whole', 'Nothing found for “112”.'],
] as const)('the search says of %s, with contacts read %s: %s', (typed, read, sentence) => {
  expect(foundNothing(typed, read)).toContain(sentence);
});

test('the search says of nothing that it is wrong while it still looks', () => {
  expect(foundNothing('+44770090012345678', 'under-way')).not.toContain('too long');
});

test('a number says what it lacks although contacts could not be read', () => {
  expect(renderToStaticMarkup(<Nothing typed="zzzz" read="in-part" />)).toContain('Your contacts couldn’t be loaded.');
  expect(renderToStaticMarkup(<Nothing typed="+44770090012345678" read="in-part" />)).toContain('too long');
});
