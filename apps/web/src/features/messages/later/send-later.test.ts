import { zonesOf } from '@farline/contracts/country-zones';
import { expect, test } from 'vitest';
import { cityOf, zonesFor, suggestionsFor } from './send-later.ts';

const MONDAY = new Date('2027-03-22T12:00:00Z');

test('who is at one time is one place beside one’s own, and one’s own alone where the clocks agree', () => {
  expect(zonesFor(['Europe/London'], 'Europe/Berlin', MONDAY)).toEqual([
    { timeZone: 'Europe/London', isTheirs: true },
    { timeZone: 'Europe/Berlin', isTheirs: false },
  ]);
  expect(zonesFor(['Europe/Paris'], 'Europe/Berlin', MONDAY)).toEqual([{ timeZone: 'Europe/Berlin', isTheirs: false }]);
  expect(zonesFor([], 'Europe/Berlin', MONDAY)).toEqual([{ timeZone: 'Europe/Berlin', isTheirs: false }]);
});

test('who may be at several times is a place for each, and not for each city', () => {
  const zones = zonesFor(zonesOf('US'), 'Europe/Berlin', MONDAY);
  expect(zones.length).toBeGreaterThan(4);
  expect(zones.length).toBeLessThan(14);
  expect(zones.at(-1)).toEqual({ timeZone: 'Europe/Berlin', isTheirs: false });
});

test.each([
  [
    'on a Monday',
    '2027-03-22T12:00:00Z',
    'Europe/London',
    ['2027-03-23T09:00', '2027-03-23T18:00', '2027-03-29T09:00'],
  ],
  [
    'on a Sunday, Monday is tomorrow',
    '2027-03-28T12:00:00Z',
    'Europe/London',
    ['2027-03-29T09:00', '2027-03-29T18:00'],
  ],
  [
    'where it is tomorrow already',
    '2027-03-22T20:00:00Z',
    'Asia/Tokyo',
    ['2027-03-24T09:00', '2027-03-24T18:00', '2027-03-29T09:00'],
  ],
])('times are suggested by the clocks there: %s', (_when, now, timeZone, suggested) => {
  expect(suggestionsFor(timeZone, new Date(now))).toEqual(suggested);
});

test('a zone is named by its city', () => {
  expect(cityOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(cityOf('UTC')).toBe('UTC');
});
