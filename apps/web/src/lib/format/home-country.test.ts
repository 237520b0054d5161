import { afterEach, expect, test, vi } from 'vitest';
import { countryOfZone } from './country-of-zone.ts';
import { countryOfLanguages, guessHome, homeCountry, liveIn } from './home-country.ts';

afterEach(() => {
  liveIn(undefined);
  guessHome(undefined);
});

test.each([
  [['en-US', 'de'], 'US'],
  [['en', 'de-AT'], 'AT'],
  [['de'], 'DE'],
  [[], undefined],
  [['c', 'pt-BR'], 'BR'],
  [['c'], undefined],
])('a browser that speaks %j is at home in %s', (languages, country) => {
  expect(countryOfLanguages(languages)).toBe(country);
});

test('a country that somebody chose comes before what the browser says', () => {
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  expect(homeCountry()).toBe('US');
  guessHome('DE');
  expect(homeCountry()).toBe('DE');
  liveIn('GB');
  expect(homeCountry()).toBe('GB');
  vi.unstubAllGlobals();
});

test.each([
  ['Europe/Berlin', 'DE'],
  ['Europe/London', 'GB'],
  ['America/New_York', 'US'],
  ['Africa/Lagos', 'NG'],
  ['Asia/Calcutta', 'IN'],
  ['UTC', undefined],
  ['Etc/GMT+5', undefined],
])('the clock of %s stands in %s', (zone, country) => {
  expect(countryOfZone(zone)).toBe(country);
});
