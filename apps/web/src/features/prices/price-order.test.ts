import type { Country } from '@farline/contracts/rates';
import { expect, test } from 'vitest';
import { orderedCountries, type PriceOrder, readOrder } from './price-order.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const country = (code: string, name: string, callingCode: string, mobile: string | null, text = '0.05'): Country => ({
  code,
  name,
  callingCode: callingCode.slice(0, callingCode.indexOf(' ') === -1 ? undefined : callingCode.indexOf(' ')),
  areaCodes: callingCode.split(' ').slice(1),
  fixedPerMinute: usd('0.0100'),
  mobilePerMinute: mobile === null ? null : usd(mobile),
  messagePerSegment: usd(text),
});
const COUNTRIES = [
  country('GB', 'United Kingdom', '44', '0.0180'),
  country('AX', 'Åland Islands', '358', null),
  country('NG', 'Nigeria', '234', '0.0900', '0.0980'),
  country('US', 'United States', '1', '0.0100'),
];
const names = (search: string, order: PriceOrder = 'country') =>
  orderedCountries(COUNTRIES, { search, order }).map(({ code }) => code);

test('by name, with accents where people look for them', () => {
  expect(names('')).toEqual(['AX', 'NG', 'GB', 'US']);
});

test('by price, the cheapest first, without a price last, equal ones by name', () => {
  expect(names('', 'mobile')).toEqual(['US', 'GB', 'NG', 'AX']);
  expect(names('', 'fixed')).toEqual(['AX', 'NG', 'GB', 'US']);
  expect(names('', 'text')).toEqual(['AX', 'GB', 'US', 'NG']);
});

const MANY = [
  ...COUNTRIES,
  country('UA', 'Ukraine', '380', '0.2'),
  country('AE', 'United Arab Emirates', '971', '0.17'),
  country('NL', 'Netherlands', '31', '0.02'),
  country('DE', 'Germany', '49', '0.02'),
  country('CA', 'Canada', '1', '0.01'),
  country('AI', 'Anguilla', '1 264', '0.29'),
  country('CI', 'Côte d’Ivoire', '225', '0.3'),
];
test.each([
  ['uk', ['GB', 'UA']],
  ['UK', ['GB', 'UA']],
  ['u.k.', ['GB', 'UA']],
  ['usa', ['US']],
  ['america', ['US']],
  ['uae', ['AE']],
  ['england', ['GB']],
  ['holland', ['NL']],
  ['deutschland', ['DE']],
  ['united', ['AE', 'GB', 'US']],
  ['ivory coast', ['CI']],
  ['cote', ['CI']],
  ['+1264', ['AI']],
  ['+1 264 497 2442', ['AI']],
  ['+1', ['AI', 'CA', 'US']],
  ['+1 202 555 0123', ['CA', 'US']],
  ['+44 7700 900123', ['GB']],
  ['0044 7700 900123', ['GB']],
])('people who type %s mean %j', (search, found) => {
  expect(orderedCountries(MANY, { search, order: 'country' }).map(({ code }) => code)).toEqual(found);
});

test.each([
  ['niger', ['NG']],
  ['+44', ['GB']],
  ['0044', ['GB']],
  ['2', ['NG']],
  ['us', ['US']],
  ['nowhere', []],
])('%s finds %j', (search, found) => {
  expect(names(search)).toEqual(found);
});

test('an order that does not exist is the order of names', () => {
  expect([readOrder('mobile'), readOrder('size'), readOrder(null)]).toEqual(['mobile', 'country', 'country']);
});
