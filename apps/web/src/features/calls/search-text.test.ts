import { expect, test } from 'vitest';
import { readListView } from './call-filters.ts';
import { firstSearchText, hearAddress, type SearchText, toSearch } from './search-text.ts';

/** The field after a text was typed into it and, a moment later, searched for. */
function searched(text: SearchText, typed: string): SearchText {
  const asked = toSearch({ ...text, typed }) ?? text.asked;
  return hearAddress({ ...text, typed, asked }, readListView(new URLSearchParams({ q: asked })).filters.q ?? '');
}

test('what is typed is searched for once, without the space around it', () => {
  expect(toSearch({ ...firstSearchText(''), typed: ' lagos ' })).toBe('lagos');
  expect(toSearch(searched(firstSearchText(''), ' lagos '))).toBeNull();
});

test('what is typed on while the search is on its way stays', () => {
  const text = { typed: 'lago', asked: 'lag', said: '' };
  expect(hearAddress(text, 'lag')).toEqual({ typed: 'lago', asked: 'lag', said: 'lag' });
});

test('a search that is cleared elsewhere leaves an empty field, and nothing is searched for', () => {
  const cleared = hearAddress(searched(firstSearchText(''), 'lagos'), '');
  expect(cleared).toEqual(firstSearchText(''));
  expect(toSearch(cleared)).toBeNull();
});

test.each(['x'.repeat(70), `${'x'.repeat(59)} y`])('%s is cut and searched for once', (typed) => {
  expect(toSearch(searched(firstSearchText(''), typed))).toBeNull();
});
