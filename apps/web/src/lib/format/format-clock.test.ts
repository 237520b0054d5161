import { afterEach, expect, test } from 'vitest';
import { formatClock } from './format-clock.ts';
import { showTimesIn } from './time-zone.ts';

afterEach(() => showTimesIn(undefined));

test.each([
  ['UTC', '2026-03-31T00:05:09Z', '00:05:09'],
  ['Asia/Tokyo', '2026-03-31T14:05:09Z', '23:05:09'],
  ['America/New_York', '2026-03-31T14:05:09.900Z', '10:05:09'],
])('in %s %s is %s', (zone, instant, clock) => {
  showTimesIn(zone);
  expect(formatClock(Date.parse(instant))).toBe(clock);
});
