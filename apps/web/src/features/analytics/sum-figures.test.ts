import type { DayFigures } from '@farline/contracts/insight';
import { expect, test } from 'vitest';
import { addDays } from '../../lib/format/time-zone.ts';
import { columnsOf, sumFigures } from './sum-figures.ts';

const day = (number: number, calls: number, answered: number, seconds: number, spend: string): DayFigures => ({
  day: addDays('2026-01-01', number),
  calls,
  answered,
  answeredSeconds: seconds,
  minutes: seconds / 60,
  spend: { amount: spend, currency: 'USD' },
  answerRate: calls === 0 ? null : answered / calls,
  averageSeconds: answered === 0 ? null : seconds / answered,
});

test('rates and averages of a sum weigh each call once, and its money is exact', () => {
  const sum = sumFigures([day(0, 1, 1, 600, '0.10'), day(1, 9, 4, 40, '0.20'), day(2, 0, 0, 0, '0')], 'USD');
  expect(sum).toMatchObject({ calls: 10, answered: 5, answerRate: 0.5, averageSeconds: 128, minutes: 10.67 });
  expect(sum.spend).toEqual({ amount: expect.stringMatching(/^0\.30*$/), currency: 'USD' });
});

test('nothing has neither rate nor average', () => {
  expect(sumFigures([], 'USD')).toMatchObject({ calls: 0, answerRate: null, averageSeconds: null });
});

test('three months are drawn by day, a year by week, and no day is lost', () => {
  const days = (count: number) => Array.from({ length: count }, (_, at) => day(at, 2, 1, 60, '0.01'));
  expect(columnsOf(days(92), 'USD')).toMatchObject({ by: 'day', columns: { length: 92 } });
  const year = columnsOf(days(365), 'USD');
  expect(year).toMatchObject({ by: 'week', columns: { length: 53 } });
  expect(year.columns.reduce((sum, week) => sum + week.calls, 0)).toBe(730);
  expect(year.columns[1]?.day).toBe('2026-01-08');
});
