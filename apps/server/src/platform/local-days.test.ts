import { describe, expect, test } from 'vitest';
import { localDay, monthOf, monthsLater, startOfDay, utcDay } from './local-days.ts';

describe('a day belongs to a time zone', () => {
  test.each([
    ['2026-03-01T04:59:59Z', 'America/New_York', { year: 2026, month: 2, day: 28 }],
    ['2026-03-01T05:00:00Z', 'America/New_York', { year: 2026, month: 3, day: 1 }],
    ['2026-12-31T15:00:00Z', 'Asia/Tokyo', { year: 2027, month: 1, day: 1 }],
    ['2026-06-30T23:59:59Z', 'UTC', { year: 2026, month: 6, day: 30 }],
  ])('%s in %s', (at, timeZone, day) => {
    expect(localDay(new Date(at), timeZone)).toEqual(day);
  });

  test.each([
    ['the days on which the clocks change', { year: 2026, month: 3, day: 29 }, 'Europe/London', '2026-03-29T00:00:00Z'],
    ['the day after them', { year: 2026, month: 3, day: 30 }, 'Europe/London', '2026-03-29T23:00:00Z'],
    ['a day without midnight', { year: 2018, month: 11, day: 4 }, 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['half an hour of offset', { year: 2026, month: 1, day: 1 }, 'Asia/Kolkata', '2025-12-31T18:30:00Z'],
    ['a month past the end', { year: 2026, month: 13, day: 1 }, 'UTC', '2027-01-01T00:00:00Z'],
  ])('the first instant of %s is found', (_, day, timeZone, start) => {
    expect(startOfDay(day, timeZone)).toEqual(new Date(start));
  });

  test('a month goes from its first instant to the next one’s, through a change of clocks', () => {
    expect(monthOf(new Date('2026-03-15T12:00:00Z'), 'America/New_York')).toEqual({
      from: new Date('2026-03-01T05:00:00Z'),
      to: new Date('2026-04-01T04:00:00Z'),
    });
    expect(monthOf(new Date('2026-12-31T23:30:00Z'), 'Europe/Paris').from).toEqual(new Date('2026-12-31T23:00:00Z'));
  });
});

test.each([
  ['the same day', '2026-03-10T09:30:15.250Z', 1, 'UTC', '2026-04-10T09:30:15.250Z'],
  ['the last day of a month without it', '2026-01-31T12:00:00Z', 1, 'Europe/Berlin', '2026-02-28T12:00:00Z'],
  ['that day again in a month with it', '2026-01-31T12:00:00Z', 2, 'Europe/Berlin', '2026-03-31T11:00:00Z'],
  ['a leap day', '2028-01-31T12:00:00Z', 1, 'UTC', '2028-02-29T12:00:00Z'],
  ['another year', '2026-11-30T12:00:00Z', 3, 'UTC', '2027-02-28T12:00:00Z'],
  ['the day of the zone', '2026-02-01T04:59:00Z', 1, 'America/New_York', '2026-03-01T04:59:00Z'],
  ['the same time behind a change of clocks', '2026-02-15T14:00:00Z', 1, 'America/New_York', '2026-03-15T13:00:00Z'],
  ['a skipped time, east', '2027-02-28T01:30:00Z', 1, 'Europe/Berlin', '2027-03-28T01:30:00Z'],
  ['a skipped time, west', '2026-02-08T07:30:00Z', 1, 'America/New_York', '2026-03-08T07:30:00Z'],
  ['the first of a time that comes twice', '2026-09-25T00:30:00Z', 1, 'Europe/Berlin', '2026-10-25T00:30:00Z'],
])('months later is %s', (_, at, months, timeZone, later) => {
  expect(monthsLater(new Date(at), months, timeZone)).toEqual(new Date(later));
});

test('the day of an instant in UTC is written as text, however the instant was', () => {
  expect(utcDay(new Date('2026-03-31T23:59:59.999Z'))).toBe('2026-03-31');
  expect(utcDay(new Date('2026-04-01T00:30:00+02:00'))).toBe('2026-03-31');
});
