import { expect, test } from 'vitest';
import { zonesOfNumber } from './number-zones.ts';

test.each([
  ['a number of New York', '+12125550123', ['America/New_York']],
  ['a number of Los Angeles', '+12135550123', ['America/Los_Angeles']],
  ['a number of Hawaii', '+18085550123', ['Pacific/Honolulu']],
  ['an area with two times', '+12085550123', ['America/Boise', 'America/Los_Angeles']],
  ['an exchange of such an area', '+12082365550', ['America/Denver']],
  ['a landline of Sydney', '+61291234567', ['Australia/Sydney']],
  ['a mobile of Brazil, which has an area code', '+5592987654321', ['America/Manaus']],
  ['a number of a country with one time', '+33123456789', ['Europe/Paris']],
  ['a mobile of a country with one time', '+971501234567', ['Asia/Dubai']],
])('%s is where its prefix says', (_what, number, zones) => {
  expect(zonesOfNumber(number)).toEqual(zones);
});

test.each([
  ['a number that films use, of Britain or an island', '+447700900123', ['Europe/London']],
  ['a mobile of Australia', '+61412345678', ['Australia/Perth', 'Australia/Sydney']],
  ['a mobile of Russia', '+79161234567', ['Europe/Moscow', 'Asia/Vladivostok']],
])('%s may be anywhere that has such numbers', (_what, number, zones) => {
  expect(zonesOfNumber(number)).toEqual(expect.arrayContaining(zones));
});

test.each([
  ['a number of no country', '+999000000001'],
  ['a service code', '*43'],
])('%s has no time', (_what, number) => {
  expect(zonesOfNumber(number)).toEqual([]);
});
