import { describe, expect, test } from 'vitest';
import { localDay, monthOf, startOfDay } from './local-days.ts';

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
