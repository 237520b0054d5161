import { expect, test } from 'vitest';
import { quietThere, sleepThere, type Whereabouts } from './quiet-hours.ts';

const there = (countryCode: string, ...timeZones: string[]): Whereabouts => ({ countryCode, timeZones });
const FRANCE = there('FR', 'Europe/Paris');
const INDIA = there('IN', 'Asia/Kolkata');
const SOMEWHERE_IN_AMERICA = there('US', 'America/New_York', 'Pacific/Honolulu');

test.each([
  ['a Tuesday morning in France is open', FRANCE, '2034-05-02T09:00:00Z', null],
  ['late on a Tuesday in France is quiet', FRANCE, '2034-05-02T20:00:00Z', 'night'],
  ['a Sunday in France is quiet', FRANCE, '2034-04-30T09:00:00Z', 'rest_day'],
  ['Labour Day in France is quiet', FRANCE, '2034-05-01T09:00:00Z', 'rest_day'],
  ['a Sunday night in France is night', FRANCE, '2034-04-30T21:00:00Z', 'night'],
  ['a night in India is quiet', INDIA, '2034-05-01T20:00:00Z', 'night'],
  ['a morning in New York is open', there('US', 'America/New_York'), '2034-05-01T13:00:00Z', null],
  ['the same moment in Hawaii is night', there('US', 'Pacific/Honolulu'), '2034-05-01T13:00:00Z', 'night'],
  ['who may be at either is left alone', SOMEWHERE_IN_AMERICA, '2034-05-01T13:00:00Z', 'night'],
  ['when it is day at both, who may be at either is not', SOMEWHERE_IN_AMERICA, '2034-05-01T20:00:00Z', null],
  ['a night in a country without such hours is open', there('GB', 'Europe/London'), '2034-05-01T02:00:00Z', null],
  ['where no time is known nothing is said', there('US'), '2034-05-01T09:00:00Z', null],
])('%s', (_when, where, instant, quiet) => {
  expect(quietThere(where, new Date(instant))?.is ?? null).toBe(quiet);
});

test('a night is told with the time there, its hours and their source; of several times none is told', () => {
  expect(quietThere(INDIA, new Date('2034-05-01T20:00:00Z'))).toMatchObject({
    is: 'night',
    time: '01:30',
    from: '21:00',
    to: '09:00',
    source: expect.stringContaining('https://'),
  });
  expect(quietThere(SOMEWHERE_IN_AMERICA, new Date('2034-05-01T13:00:00Z'))).toMatchObject({ is: 'night', time: null });
});

test.each([
  ['the middle of the night', there('GB', 'Europe/London'), '2034-05-01T02:12:00Z', '03:12'],
  ['ten in the evening', there('DE', 'Europe/Berlin'), '2034-05-01T20:00:00Z', '22:00'],
  ['just before that', there('DE', 'Europe/Berlin'), '2034-05-01T19:59:00Z', null],
  ['eight in the morning', there('DE', 'Europe/Berlin'), '2034-05-01T06:00:00Z', null],
  ['a night in a country whose rule is known', INDIA, '2034-05-01T20:00:00Z', null],
  [
    'a night at one of several times',
    there('CA', 'America/Toronto', 'America/Vancouver'),
    '2034-05-01T07:00:00Z',
    null,
  ],
  ['where no time is known', there('GB'), '2034-05-01T02:12:00Z', null],
])('without a rule, %s is told by the time there, or not', (_when, where, instant, time) => {
  expect(sleepThere(where, new Date(instant))).toBe(time);
});
