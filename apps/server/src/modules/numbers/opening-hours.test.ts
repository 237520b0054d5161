import type { NumberRule } from '@farline/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ruleTime } from './opening-hours.ts';
import { office, ruleOf, WEEK } from './testing/office-rule.ts';

const isOpen = (rule: NumberRule, at: string) => ruleTime(rule, new Date(at)).isOpen;

describe('opening hours', () => {
  test.each<[string, string, boolean]>([
    ['on the minute of opening', '2026-01-14T09:00:00Z', true],
    ['a second before', '2026-01-14T08:59:59Z', false],
    ['in the last second', '2026-01-14T16:59:59Z', true],
    ['on the minute of closing', '2026-01-14T17:00:00Z', false],
    ['on a Saturday', '2026-01-17T12:00:00Z', false],
    ['on a Sunday', '2026-01-18T12:00:00Z', false],
    ['in summer, on the clocks of the place', '2026-07-15T08:00:00Z', true],
    ['in summer, at what is the hour in winter', '2026-07-15T16:00:00Z', false],
  ])('%s', (_when, at, expected) => {
    expect(isOpen(office, at)).toBe(expected);
  });

  test('several spans of a day leave the hours between them closed', () => {
    const rule = ruleOf({
      hours: [
        { days: WEEK, from: '09:00', to: '12:00' },
        { days: WEEK, from: '13:30', to: '17:00' },
      ],
    });

    expect(['11:59', '12:00', '13:29', '13:30'].map((time) => isOpen(rule, `2026-01-14T${time}:00Z`))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test.each<[string, string, boolean]>([
    ['Friday evening', '2026-01-16T22:00:00Z', true],
    ['in the night after Friday', '2026-01-17T01:59:00Z', true],
    ['when it closes on Saturday', '2026-01-17T02:00:00Z', false],
    ['Saturday evening', '2026-01-17T22:00:00Z', false],
    ['in the night before Friday', '2026-01-16T01:00:00Z', false],
  ])('a span over midnight belongs to the day on which it begins: %s', (_when, at, expected) => {
    expect(isOpen(ruleOf({ hours: [{ days: [5], from: '18:00', to: '02:00' }] }), at)).toBe(expected);
  });

  test('from midnight to midnight is the whole day, and no more', () => {
    const rule = ruleOf({ hours: [{ days: [3], from: '00:00', to: '00:00' }] });

    expect(isOpen(rule, '2026-01-14T00:00:00Z')).toBe(true);
    expect(isOpen(rule, '2026-01-14T23:59:59Z')).toBe(true);
    expect(isOpen(rule, '2026-01-15T00:00:00Z')).toBe(false);
    expect(isOpen(rule, '2026-01-13T23:59:59Z')).toBe(false);
  });
});

describe('when clocks are changed', () => {
  const nights = (from: string, to: string, timeZone: string) =>
    ruleOf({ timeZone, hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from, to }] });

  test.each<[string, NumberRule, string, boolean]>([
    ['London skips 01:00 to 02:00', nights('01:00', '02:00', 'Europe/London'), '2026-03-29T00:59:59Z', false],
    ['and is past it at once', nights('01:00', '02:00', 'Europe/London'), '2026-03-29T01:00:00Z', false],
    ['what begins within it begins after it', nights('01:30', '03:00', 'Europe/London'), '2026-03-29T01:00:00Z', true],
    ['London shows 01:30 a first time', nights('01:00', '02:00', 'Europe/London'), '2026-10-25T00:30:00Z', true],
    ['and a second time', nights('01:00', '02:00', 'Europe/London'), '2026-10-25T01:30:00Z', true],
    ['and not a third', nights('01:00', '02:00', 'Europe/London'), '2026-10-25T02:30:00Z', false],
    ['over midnight and the change', nights('22:00', '06:00', 'America/New_York'), '2026-03-08T09:59:59Z', true],
    ['which ends an hour of UTC sooner', nights('22:00', '06:00', 'America/New_York'), '2026-03-08T10:00:00Z', false],
    ['Lord Howe goes by half an hour', nights('02:00', '02:30', 'Australia/Lord_Howe'), '2026-10-03T15:30:00Z', false],
    ['Kathmandu is at 5:45', nights('09:00', '17:00', 'Asia/Kathmandu'), '2026-01-14T03:15:00Z', true],
    ['and not before', nights('09:00', '17:00', 'Asia/Kathmandu'), '2026-01-14T03:14:59Z', false],
  ])('%s', (_what, rule, at, expected) => {
    expect(isOpen(rule, at)).toBe(expected);
  });

  test('a day that a place left out is no day off of anybody', () => {
    const rule = ruleOf({
      timeZone: 'Pacific/Apia',
      hours: null,
      daysOff: [{ date: '2011-12-30', name: '', isYearly: false }],
    });

    expect([isOpen(rule, '2011-12-30T09:59:59Z'), isOpen(rule, '2011-12-30T10:00:00Z')]).toEqual([true, true]);
  });
});

describe('days off', () => {
  const christmas = { date: '2025-12-25', name: 'Christmas Day', isYearly: true };

  test.each<[string, string, string | null]>([
    ['the day itself', '2025-12-25T12:00:00Z', 'Christmas Day'],
    ['the same day of a later year', '2026-12-25T12:00:00Z', 'Christmas Day'],
    ['not of an earlier one', '2024-12-25T12:00:00Z', null],
    ['not the day after', '2026-12-26T12:00:00Z', null],
  ])('of each year: %s', (_what, at, expected) => {
    expect(ruleTime(ruleOf({ daysOff: [christmas] }), new Date(at)).dayOff).toBe(expected);
  });

  test('a day off closes a number that is always open, from midnight to midnight of its place', () => {
    const rule = ruleOf({ timeZone: 'America/New_York', hours: null, daysOff: [christmas] });

    expect(isOpen(rule, '2026-12-25T04:59:59Z')).toBe(true);
    expect(isOpen(rule, '2026-12-25T05:00:00Z')).toBe(false);
    expect(isOpen(rule, '2026-12-26T05:00:00Z')).toBe(true);
  });

  test('what began the evening before goes on into a day off, and on that day nothing begins', () => {
    const hours = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '20:00', to: '02:00' }];
    const rule = ruleOf({ hours, daysOff: [christmas] });

    expect(isOpen(rule, '2026-12-25T01:00:00Z')).toBe(true);
    expect(isOpen(rule, '2026-12-25T21:00:00Z')).toBe(false);
    expect(isOpen(rule, '2026-12-26T01:00:00Z')).toBe(false);
  });

  test('29 February comes in leap years alone', () => {
    const rule = ruleOf({ hours: null, daysOff: [{ date: '2024-02-29', name: '', isYearly: true }] });

    expect(['2027-02-28', '2027-03-01', '2028-02-29'].map((day) => isOpen(rule, `${day}T12:00:00Z`))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

const clockTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 });
const hours = fc.option(fc.array(fc.record({ days, from: clockTime, to: clockTime }), { minLength: 1, maxLength: 4 }));
const at = fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2040-01-01') });
const timeZone = fc.constantFrom('UTC', 'Europe/London', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia');

test('it is open on exactly the minutes of the clock that some span covers', () => {
  fc.assert(
    fc.property(fc.record({ timeZone, hours }), at, (over, when) => {
      const whole = ruleOf(over);
      const { local, isOpen: says } = ruleTime(whole, when);
      const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
      const now = Date.parse(`${local}Z`) / 60_000;
      const midnight = Date.parse(`${local.slice(0, 10)}T00:00Z`) / 60_000;
      const covers = [midnight - 1440, midnight].some((day) => {
        const weekday = new Date(day * 60_000).getUTCDay() || 7;
        return (whole.hours ?? []).some(({ days: on, from, to }) => {
          const begins = day + minutes(from);
          const ends = day + minutes(to) + (minutes(to) <= minutes(from) ? 1440 : 0);
          return on.includes(weekday) && begins <= now && now < ends;
        });
      });
      expect(says).toBe(whole.hours === null || covers);
    }),
  );
});
