import { expect, test } from 'vitest';
import { findCountries } from './find-countries.ts';

const option = (code: string, name: string, callingCode: string) => ({ code, name, callingCode });
const COUNTRIES = [
  option('CA', 'Canada', '1'),
  option('FR', 'France', '33'),
  option('DE', 'Germany', '49'),
  option('IN', 'India', '91'),
  option('NL', 'Netherlands', '31'),
  option('CH', 'Switzerland', '41'),
  option('UA', 'Ukraine', '380'),
  option('AE', 'United Arab Emirates', '971'),
  option('GB', 'United Kingdom', '44'),
  option('US', 'United States', '1'),
];

test('without a search all countries are there, in their order', () => {
  expect(findCountries(COUNTRIES, ' ')).toEqual(COUNTRIES);
});

test.each([
  ['UK', ['GB', 'UA']],
  ['England', ['GB']],
  ['America', ['US']],
  ['u.s.a.', ['US']],
  ['Holland', ['NL']],
  ['Deutschland', ['DE']],
  ['suisse', ['CH']],
  ['भारत', ['IN']],
  ['bharat', ['IN']],
  ['united', ['AE', 'GB', 'US']],
  ['+1', ['CA', 'US']],
  ['0044', ['GB']],
  ['3', ['FR', 'NL', 'UA']],
  ['Atlantis', []],
])('“%s” finds %j', (search, codes) => {
  expect(findCountries(COUNTRIES, search).map(({ code }) => code)).toEqual(codes);
});
