import { expect, test } from 'vitest';
import { dayText } from '../../platform/local-days.ts';
import { addDays, daysBetween, periodStart, readDay } from './days.ts';
import { readDays } from './read-days.ts';

test('days are reckoned over the ends of months and years', () => {
  expect(dayText(addDays(readDay('2026-12-31'), 1))).toBe('2027-01-01');
  expect(dayText(addDays(readDay('2024-03-01'), -1))).toBe('2024-02-29');
  expect(daysBetween(readDay('2026-03-01'), readDay('2026-03-31'))).toBe(31);
  expect(daysBetween(readDay('2026-03-02'), readDay('2026-03-01'))).toBe(0);
});

test.each([
  ['day', '2026-03-01', '2026-02-28'],
  ['week', '2026-02-23', '2026-02-16'],
  ['month', '2026-03-01', '2026-02-01'],
  ['year', '2026-01-01', '2025-01-01'],
] as const)('a Sunday lies in the %s from %s', (period, start, previousStart) => {
  const starts = periodStart(readDay('2026-03-01'), period);
  expect([starts.start, starts.previousStart].map(dayText)).toEqual([start, previousStart]);
});

test('a month before January is December', () => {
  expect(dayText(periodStart(readDay('2026-01-15'), 'month').previousStart)).toBe('2025-12-01');
});

/** The evening of 31 March in New York is the morning of 1 April in Tokyo. */
const clock = { now: () => new Date('2026-04-01T03:00:00Z') };
const texts = ({ from, to }: ReturnType<typeof readDays>) => [dayText(from), dayText(to)];

test('nothing said means the last 30 days, up to the today of the zone', () => {
  expect(texts(readDays(clock, { zone: 'America/New_York' }))).toEqual(['2026-03-02', '2026-03-31']);
  expect(texts(readDays(clock, { zone: 'Asia/Tokyo' }))).toEqual(['2026-03-03', '2026-04-01']);
});

test.each([
  [{ from: '2026-03-02', to: '2026-03-01', zone: 'UTC' }, 'to'],
  [{ from: '2020-01-01', to: '2026-03-01', zone: 'UTC' }, 'from'],
  [{ zone: 'Mars/Olympus' }, 'zone'],
  [{ zone: '+02:00' }, 'zone'],
])('%j is refused with a sentence for %s', (asked, field) => {
  expect(() => readDays(clock, asked)).toThrow(expect.objectContaining({ errors: { [field]: expect.any(String) } }));
});
