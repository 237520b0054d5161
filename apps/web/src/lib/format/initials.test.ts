import { expect, test } from 'vitest';
import { initials, initialsOfName } from './initials.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['  ada   king lovelace ', 'AL'],
  ['Plato', 'P'],
  ['“Zoë” (work)', 'ZW'],
  ['李 小龙', '李小'],
  ['🎈 Balloons', 'B'],
  ['🎈', ''],
  ['', ''],
])('the initials of %s are %s', (name, letters) => {
  expect(initialsOfName(name)).toBe(letters);
});

test('a person without a last name has one initial', () => {
  expect([initials('Ada', 'Lovelace'), initials('Ada', '')]).toEqual(['AL', 'A']);
});
