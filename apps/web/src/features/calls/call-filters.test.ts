import { expect, test } from 'vitest';
import { filterQuery, readListView, writeListView } from './call-filters.ts';

test('what the address bar says is read, and written the same', () => {
  const text =
    'q=lagos&status=failed&country=NG&from=2026-03-01&to=2026-03-31&page=3&call=018f4e0a-0000-7000-8000-00000000000a';
  const view = readListView(new URLSearchParams(text));
  expect(view).toEqual({
    filters: { q: 'lagos', status: 'failed', countryCode: 'NG', from: '2026-03-01', to: '2026-03-31' },
    page: 3,
    callId: '018f4e0a-0000-7000-8000-00000000000a',
  });
  expect(writeListView(view).toString()).toBe(`view=all&${text}`);
});

test('an empty address bar is the whole list from its start', () => {
  expect(readListView(new URLSearchParams())).toEqual({ filters: {}, page: 1, callId: null });
  expect(writeListView({ filters: {}, page: 1, callId: null }).toString()).toBe('view=all');
});

test.each([
  'status=lost',
  'country=Nigeria',
  'from=yesterday',
  'to=2026-3-1',
  'from=2026-13-45',
  'to=2026-02-31',
  'from=2026-03-01T00:00:00Z',
  'page=-1',
  'page=two',
  'q=%20',
  'call=first',
])('%s makes no sense and narrows nothing', (text) => {
  expect(readListView(new URLSearchParams(text))).toEqual({ filters: {}, page: 1, callId: null });
});

test('the API is asked with its own words', () => {
  expect(filterQuery({ q: 'a b', countryCode: 'NG' })).toBe('?q=a+b&countryCode=NG');
  expect(filterQuery({})).toBe('');
});
