import { expect, test } from 'vitest';
import { windowsAt } from './windows.ts';

const at = (text: string) => new Date(text);
const written = ({ day, hour }: ReturnType<typeof windowsAt>) => ({
  day: [day.from.toISOString(), day.to.toISOString()],
  hour: [hour.from.toISOString(), hour.to.toISOString()],
});

test.each([
  ['UTC', '2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z', '2026-03-01T12:00:00.000Z'],
  ['America/New_York', '2026-03-01T05:00:00.000Z', '2026-03-02T05:00:00.000Z', '2026-03-01T12:00:00.000Z'],
  ['Asia/Kathmandu', '2026-02-28T18:15:00.000Z', '2026-03-01T18:15:00.000Z', '2026-03-01T12:15:00.000Z'],
])('a day and an hour are those of the clock in %s', (zone, from, to, hourFrom) => {
  const { day, hour } = written(windowsAt(at('2026-03-01T12:34:56.789Z'), zone, null));

  expect(day).toEqual([from, to]);
  expect(hour[0]).toBe(hourFrom);
  expect(at(hour[1] ?? '').getTime() - at(hourFrom).getTime()).toBe(3_600_000);
});

test('the last millisecond of a day is in it, the next begins another', () => {
  const kept = windowsAt(at('2026-03-01T12:00:00.000Z'), 'UTC', null);

  expect(windowsAt(at('2026-03-01T23:59:59.999Z'), 'UTC', kept).day).toEqual(kept.day);
  expect(windowsAt(at('2026-03-02T00:00:00.000Z'), 'UTC', kept).day.from).toEqual(at('2026-03-02T00:00:00.000Z'));
});

test('the day on which the clocks go forward has 23 hours', () => {
  const before = windowsAt(at('2026-03-28T12:00:00Z'), 'Europe/Berlin', null);
  const { day } = windowsAt(at('2026-03-29T12:00:00Z'), 'Europe/Berlin', before);

  expect(day.to.getTime() - day.from.getTime()).toBe(23 * 3_600_000);
});

test('an hour that comes twice in autumn is two hours', () => {
  const first = windowsAt(at('2026-10-25T00:30:00Z'), 'Europe/Berlin', null);
  const second = windowsAt(at('2026-10-25T01:30:00Z'), 'Europe/Berlin', first);

  expect(first.hour.from).toEqual(at('2026-10-25T00:00:00Z'));
  expect(second.hour.from).toEqual(at('2026-10-25T01:00:00Z'));
});

test('another time zone gives nobody a second day today, nor a short one tomorrow', () => {
  const utc = windowsAt(at('2026-03-01T10:00:00Z'), 'UTC', null);
  // Midnight in Kiritimati was at 10:00 UTC.
  const moved = windowsAt(at('2026-03-01T11:00:00Z'), 'Pacific/Kiritimati', utc);
  expect(moved.day).toEqual(utc.day);

  const next = windowsAt(at('2026-03-02T00:00:00Z'), 'Pacific/Kiritimati', moved);
  expect(next.day.to).toEqual(at('2026-03-03T10:00:00Z'));
});

test('after a pause the day is that of the clock again', () => {
  const kept = windowsAt(at('2026-01-01T10:00:00Z'), 'UTC', null);

  expect(windowsAt(at('2026-03-01T11:00:00Z'), 'Asia/Tokyo', kept).day).toEqual({
    from: at('2026-02-28T15:00:00Z'),
    to: at('2026-03-01T15:00:00Z'),
  });
});
