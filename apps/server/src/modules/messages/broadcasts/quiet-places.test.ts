import { expect, test } from 'vitest';
import { countQuiet, quietPlaceOf } from './quiet-places.ts';

const FRANCE = { countryCode: 'FR', timeZones: ['Europe/Paris'] };
const at = (text: string) => new Date(text);

test('nothing is kept of where people are whose country has no quiet hours', () => {
  expect(quietPlaceOf('+33612345678', 'FR')?.timeZones).toContain('Europe/Paris');
  expect(quietPlaceOf('+447700900123', 'GB')).toBeNull();
});

test.each([
  ['in the afternoon of a working day', '2026-11-26T14:00:00Z', 0],
  ['at night', '2026-11-26T22:30:00Z', 3],
  ['on a Sunday', '2026-11-29T14:00:00Z', 3],
])('of those in France %s are counted: %s, %i', (_when, instant, count) => {
  expect(countQuiet([{ ...FRANCE, count: 3 }], at(instant))).toBe(count);
});

test('who may be at two places is counted where it is night at one of them', () => {
  const afar = { countryCode: 'FR', timeZones: ['Europe/Paris', 'Pacific/Auckland'] };
  expect(
    countQuiet(
      [
        { ...afar, count: 2 },
        { ...FRANCE, count: 5 },
      ],
      at('2026-11-26T14:00:00Z'),
    ),
  ).toBe(2);
});
