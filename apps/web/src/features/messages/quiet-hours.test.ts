import { expect, test } from 'vitest';
import { isQuietThere } from './quiet-hours.ts';

test.each([
  ['a Monday morning in France is open', 'FR', '2034-05-01T09:00:00Z', false],
  ['late on a Monday in France is quiet', 'FR', '2034-05-01T20:00:00Z', true],
  ['a Sunday in France is quiet', 'FR', '2034-04-30T09:00:00Z', true],
  ['a night in India is quiet', 'IN', '2034-05-01T20:00:00Z', true],
  ['of a country of several times nothing is said', 'US', '2034-05-01T06:00:00Z', false],
  ['a night in a country without such hours is open', 'GB', '2034-05-01T02:00:00Z', false],
])('%s', (_when, country, instant, quiet) => {
  expect(isQuietThere(country, new Date(instant))).toBe(quiet);
});
