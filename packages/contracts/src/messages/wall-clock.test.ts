import { expect, test } from 'vitest';
import { instantOf, wallClockAt } from './wall-clock.ts';

test.each([
  ['a summer morning', '2027-07-01T09:00', 'Europe/Berlin', '2027-07-01T07:00:00.000Z'],
  ['a winter morning', '2027-01-04T09:00', 'Europe/Berlin', '2027-01-04T08:00:00.000Z'],
  ['the morning after the clocks went forward', '2027-03-28T09:00', 'Europe/Berlin', '2027-03-28T07:00:00.000Z'],
  ['a time that is skipped', '2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
  ['a time that comes twice: the first', '2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
  [
    'the evening before the clocks change in New York',
    '2027-03-13T21:00',
    'America/New_York',
    '2027-03-14T02:00:00.000Z',
  ],
  ['the morning after in New York', '2027-03-14T09:00', 'America/New_York', '2027-03-14T13:00:00.000Z'],
  ['a quarter of an hour', '2027-02-01T09:00', 'Asia/Kathmandu', '2027-02-01T03:15:00.000Z'],
  ['half an hour of summer time', '2027-01-01T09:00', 'Australia/Lord_Howe', '2026-12-31T22:00:00.000Z'],
  ['a zone far in the east', '2027-01-01T09:00', 'Pacific/Kiritimati', '2026-12-31T19:00:00.000Z'],
])('%s', (_what, local, timeZone, instant) => {
  expect(instantOf({ local, timeZone })?.toISOString()).toBe(instant);
});

test('what the clocks show leads back to the instant', () => {
  for (const timeZone of ['Europe/London', 'America/Sao_Paulo', 'Asia/Kolkata', 'Pacific/Auckland']) {
    const at = new Date('2027-06-15T12:34:00Z');
    expect(instantOf(wallClockAt(at, timeZone))).toEqual(at);
  }
});

test('no such day, time or place is no instant', () => {
  expect(instantOf({ local: '2027-13-01T09:00', timeZone: 'Europe/Berlin' })).toBeNull();
  expect(instantOf({ local: '2027-01-01T09:00', timeZone: 'Middle/Earth' })).toBeNull();
});
