import { expect, test } from 'vitest';
import { bestHour } from './best-hour.ts';

/** Calls at these hours of UTC; one that was not taken is negative. */
const called = (...hours: number[]) =>
  hours.map((hour, day) => ({
    direction: 'outbound' as const,
    startTime: new Date(Date.UTC(2034, 4, 1 + day, Math.abs(hour), 20)).toISOString(),
    duration: hour < 0 ? 0 : 60,
  }));

test.each([
  ['three calls taken about the same time', called(18, 19, 18), 18],
  ['most of them taken then, some at other times', called(18, 18, 19, 9, -3), 18],
  ['around midnight', called(23, 0, 23, 23), 23],
])('%s', (_, calls, hour) => {
  expect(bestHour(calls, 'UTC')).toBe(hour);
});

test.each([
  ['two calls are too few', called(18, 18)],
  ['half of what was taken is no rule', called(18, 18, 18, 9, 6, 3)],
  ['where most tries are in vain', called(18, 18, 18, -18, -18, -18, -18, 9, 9)],
  ['nobody was called', []],
])('%s', (_, calls) => {
  expect(bestHour(calls, 'UTC')).toBeNull();
});

test('calls that came in say nothing of when somebody answers', () => {
  expect(
    bestHour(
      called(18, 18, 18).map((call) => ({ ...call, direction: 'inbound' as const })),
      'UTC',
    ),
  ).toBeNull();
});

test('the hour is one of the clock it is asked for, and the nearest', () => {
  expect(bestHour(called(18, 18, 18), 'Asia/Kolkata')).toBe(0);
});
