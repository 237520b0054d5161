import { expect, test } from 'vitest';
import { quietThere } from './quiet-hours.ts';

test.each([
  ['a Monday morning in France is open', 'FR', '2034-05-01T09:00:00Z', null],
  ['late on a Monday in France is quiet', 'FR', '2034-05-01T20:00:00Z', 'night'],
  ['a Sunday in France is quiet', 'FR', '2034-04-30T09:00:00Z', 'rest_day'],
  ['a Sunday night in France is night', 'FR', '2034-04-30T21:00:00Z', 'night'],
  ['a night in India is quiet', 'IN', '2034-05-01T20:00:00Z', 'night'],
  ['where it is evening in a part of a country nothing is said', 'US', '2034-05-01T06:00:00Z', null],
  ['where it is night in all parts of a country it is quiet', 'US', '2034-05-01T09:00:00Z', 'night'],
  ['a night in a country without such hours is open', 'GB', '2034-05-01T02:00:00Z', null],
])('%s', (_when, country, instant, quiet) => {
  expect(quietThere(country, new Date(instant))?.is ?? null).toBe(quiet);
});

test('a night is told with the time there, its hours and their source; of several times none is told', () => {
  expect(quietThere('IN', new Date('2034-05-01T20:00:00Z'))).toMatchObject({
    ...{ is: 'night', time: '01:30', from: '21:00', to: '09:00' },
    source: expect.stringContaining('https://'),
  });
  expect(quietThere('US', new Date('2034-05-01T09:00:00Z'))).toMatchObject({ is: 'night', time: null });
});
