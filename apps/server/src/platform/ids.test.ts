import { expect, test } from 'vitest';
import { isId, newId } from './ids.ts';

test('an id is a UUID of version 7 that carries its instant', () => {
  const id = newId(new Date(0x0123456789ab));
  expect(id).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('later ids sort after earlier ones', () => {
  const ids = [5, 1, 9].map((ms) => newId(new Date(1_700_000_000_000 + ms)));
  expect([...ids].sort()).toEqual([ids[1], ids[0], ids[2]]);
});

test('ids of one millisecond sort in the order they were made, and all differ', () => {
  const now = new Date(1_800_000_000_000);
  const ids = Array.from({ length: 2_000 }, () => {
    newId(new Date(1_700_000_000_000));
    return newId(now);
  });
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(['01234567-89ab-7cde-8f01-23456789abcd', '01234567-89ab-4cde-8f01-23456789abcd'])(
  '%s is written as an id',
  (id) => {
    expect(isId(id)).toBe(true);
  },
);

test.each([
  '',
  '01234567-89AB-7CDE-8F01-23456789ABCD',
  ' 01234567-89ab-7cde-8f01-23456789abcd',
  '0123456789ab7cde8f0123456789abcd',
])('"%s" is no id', (text) => expect(isId(text)).toBe(false));
