import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { type Month, monthAt, monthOf, monthsMissing } from './month.ts';

const named = (name: string): Month => {
  const month = monthOf(name);
  if (month === null) throw new Error(`${name} is no month`);
  return month;
};

test('a month has the ids of its first and of its last millisecond, and of no other', () => {
  const { firstId, endId } = named('2026-12');
  const isIn = (at: string) => {
    const id = newId(new Date(at));
    return id >= (firstId ?? '') && id < endId;
  };
  expect(
    [
      '2026-11-30T23:59:59.999Z',
      '2026-12-01T00:00:00.000Z',
      '2026-12-31T23:59:59.999Z',
      '2027-01-01T00:00:00.000Z',
    ].map(isIn),
  ).toEqual([false, true, true, false]);
});

test('what lies before a month begins at the first id of all and ends with that month’s first', () => {
  expect(named('before-2026-12')).toMatchObject({ firstId: null, endId: named('2026-12').firstId });
});

test.each(['2026-13', '2026-00', '2026', '2026-1', 'before-', '', '2026-12; drop table', 'default'])(
  '"%s" names no month',
  (name) => {
    expect(monthOf(name)).toBeNull();
  },
);

test('an instant is in the month of its day in UTC', () => {
  expect(monthAt(new Date('2026-12-31T23:59:59.999Z')).name).toBe('2026-12');
  expect(monthAt(new Date('2027-01-01T00:00:00Z')).name).toBe('2027-01');
});

test('the months that are missing follow the last that is kept, across a year, however long nobody looked', () => {
  const kept = [named('2026-10'), named('before-2026-10')];
  const missing = (until: string) => monthsMissing(kept, new Date(until)).map(({ name }) => name);
  expect(missing('2027-02-01T00:00:00.001Z')).toEqual(['2026-11', '2026-12', '2027-01', '2027-02']);
  expect(missing('2026-11-01T00:00:00Z')).toEqual([]);
});
