import { expect, test } from 'vitest';
import { askedView, peoplePath, readPeopleView } from './calls-address.ts';

test.each([
  ['', null],
  ['view=odd', null],
  ['view=people', 'people'],
  ['view=all', 'all'],
  ['with=%2B447700900123', 'people'],
  ['status=failed', 'all'],
  ['q=lagos', 'all'],
  ['page=2', 'all'],
  ['call=01980000-0000-7000-8000-000000000000', 'all'],
  ['view=people&q=grace', 'people'],
])('the address ?%s asks for %s', (query, view) => {
  expect(askedView(new URLSearchParams(query))).toBe(view);
});

test('what is searched for and whose thread is open come back from the address as they were', () => {
  const view = { q: 'Grace & co', peer: '+447700900123' };
  expect(readPeopleView(new URL(peoplePath(view), 'https://farline.example').searchParams)).toEqual(view);
});

test('somebody who is no number opens nothing', () => {
  expect(readPeopleView(new URLSearchParams({ with: '../dashboard' })).peer).toBeNull();
});
