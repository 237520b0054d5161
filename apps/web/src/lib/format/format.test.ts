import { expect, test } from 'vitest';
import {
  countryName,
  formatBalance,
  formatDuration,
  formatMonth,
  formatPrice,
  formatRate,
  formatRunningPrice,
  formatStretch,
  formatSum,
  localTimeIn,
} from './format.ts';
import { formatDate, formatWhen } from './format-time.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });

test.each([
  ['2.0000', '$2.00'],
  ['1.9856', '$1.99'],
  ['1.9850', '$1.98'],
  ['12345.6789', '$12,345.68'],
  ['0.0000', '$0.00'],
])('a balance of %s is %s', (amount, shown) => {
  expect(formatBalance(usd(amount))).toBe(shown);
});

test.each([
  ['0.0144', '$0.0144'],
  ['0.00162', '$0.0016'],
  ['-0.0594', '-$0.0594'],
  ['0.5000', '$0.50'],
  ['5.0144', '$5.01'],
  ['26.9856', '$26.99'],
  ['0.0000', '$0.00'],
])('a sum of %s is %s at sight', (amount, shown) => {
  expect(formatSum(usd(amount))).toBe(shown);
});

test.each([
  ['0.0036', '$0.0036'],
  ['0.0030', '$0.0030'],
  ['0.0200', '$0.02'],
  ['1.4500', '$1.45'],
  ['0.012345', '$0.012345'],
  ['9007199254740993.0100', '$9,007,199,254,740,993.01'],
])('a price of %s is %s, exactly', (amount, shown) => {
  expect(formatPrice(usd(amount))).toBe(shown);
});

test('in a column amounts have four decimals at least, so that they are as wide', () => {
  expect([usd('0.0120'), usd('1.2000'), usd('0.012345')].map(formatRate)).toEqual(['$0.0120', '$1.2000', '$0.012345']);
});

test('a running price has four decimals and is rounded up', () => {
  expect(formatRunningPrice(usd('0.000301'))).toBe('$0.0004');
});

test.each([
  [0, '0:00'],
  [9, '0:09'],
  [204, '3:24'],
  [3_729, '1:02:09'],
])('%i seconds are %s', (seconds, shown) => {
  expect(formatDuration(seconds)).toBe(shown);
});

test.each([
  [40, '40 s'],
  [119, '1 min'],
  [3_600, '1 h'],
  [12_000, '3 h 20 min'],
  [720_000, '200 h'],
])('a stretch of %i seconds is %s', (seconds, shown) => {
  expect(formatStretch(seconds)).toBe(shown);
});

test('a call is told by the clock today, by the day before that, and by its date in the end', () => {
  const now = new Date(2026, 5, 18, 15, 0);
  const at = (day: number, hour: number) => formatWhen(new Date(2026, 5, day, hour, 5).toISOString(), now);
  expect(at(18, 14)).toMatch(/^(14:05|2:05.PM)$/);
  expect(at(17, 14)).toMatch(/^Yesterday, /);
  expect(at(15, 14)).toMatch(/^Mon/);
  expect(at(2, 14)).toMatch(/2/);
  expect(formatWhen(new Date(2024, 5, 2).toISOString(), now)).toContain('2024');
});

test('the clock of a country with one time zone is told, of a country with several it is not', () => {
  const noon = new Date('2026-01-15T12:00:00Z');
  expect(localTimeIn('NG', noon)).toBe('1:00 PM');
  expect(localTimeIn('US', noon)).toBeNull();
});

test('a country has its name', () => {
  expect(countryName('GB')).toBe('United Kingdom');
  expect(countryName('HK')).toBe('Hong Kong');
  expect(countryName('PS')).toBe('Palestine');
});

test('a day and a month stand in words', () => {
  expect(formatDate('2026-03-31T12:00:00Z')).toBe('March 31, 2026');
  expect(formatMonth('2034-12')).toBe('December 2034');
});
