import { expect, test } from 'vitest';
import { isNight, isRestDay, nightOf } from './quiet-hours.ts';
import { QUIET_HOURS } from './sender-rules-data.ts';

test.each([
  ['US', '2027-03-24T07:59', true],
  ['US', '2027-03-24T08:00', false],
  ['US', '2027-03-28T20:59', false],
  ['US', '2027-03-24T21:00', true],
  ['US', '2027-03-25T00:00', true],
  ['VN', '2027-03-24T21:59', false],
  ['VN', '2027-03-24T22:00', true],
  ['JO', '2027-03-24T07:00', false],
  ['BD', '2027-03-24T23:59', false],
  ['BD', '2027-03-25T00:00', true],
  ['ZA', '2027-03-26T19:59', false],
  ['ZA', '2027-03-26T20:00', true],
  ['ZA', '2027-03-27T08:30', true],
  ['ZA', '2027-03-27T09:00', false],
  ['ZA', '2027-03-27T13:00', true],
])('in %s at %s, night is %j', (countryCode, local, expected) => {
  const quiet = QUIET_HOURS.get(countryCode);

  expect(quiet !== undefined && isNight(quiet, local)).toBe(expected);
});

test.each([
  ['a Sunday', '2027-03-07', true],
  ['a Wednesday', '2027-03-24', false],
  ['New Year', '2027-01-01', true],
  ['Labour Day', '2027-05-01', true],
  ['the national day', '2027-07-14', true],
  ['the day after it', '2027-07-15', false],
  ['Good Friday, which is a working day', '2027-03-26', false],
  ['Easter Monday of 2024', '2024-04-01', true],
  ['Easter Monday of 2026', '2026-04-06', true],
  ['Easter Monday of 2027', '2027-03-29', true],
  ['the Tuesday after it', '2027-03-30', false],
  ['the latest Easter Monday there is', '2038-04-26', true],
  ['an Easter Monday that the rule of Gauss has a week late', '2049-04-19', true],
  ['Ascension Day of 2027', '2027-05-06', true],
  ['Whit Monday of 2027', '2027-05-17', true],
])('in France %s is a day of rest or not', (_what, day, expected) => {
  const quiet = QUIET_HOURS.get('FR');

  expect(quiet !== undefined && isRestDay(quiet, `${day}T12:00`)).toBe(expected);
});

test.each([
  ['Freedom Day', '2027-04-27', true],
  ['the day after Freedom Day', '2027-04-28', false],
  ['Good Friday', '2027-03-26', true],
  ['Family Day', '2027-03-29', true],
  ['the Monday after a Human Rights Day on a Sunday', '2027-03-22', true],
  ['the Monday after another Sunday', '2027-03-15', false],
])('in South Africa %s is a day of rest or not', (_what, day, expected) => {
  const quiet = QUIET_HOURS.get('ZA');

  expect(quiet !== undefined && isRestDay(quiet, `${day}T12:00`)).toBe(expected);
});

test.each([
  ['Epiphany, which is kept on the Monday after it', '2027-01-11', true],
  ['Epiphany itself, a Wednesday', '2027-01-06', false],
  ['the Monday after that', '2027-01-18', false],
  ['Saint Peter and Saint Paul, which is kept on the Monday after it', '2027-07-05', true],
  ['Maundy Thursday', '2027-03-25', true],
  ['Easter Monday', '2027-03-29', false],
  ['Corpus Christi, on a Monday', '2027-05-31', true],
])('in Colombia %s is a day of rest or not', (_what, day, expected) => {
  const quiet = QUIET_HOURS.get('CO');

  expect(quiet !== undefined && isRestDay(quiet, `${day}T12:00`)).toBe(expected);
});

test.each([
  ['a weekday evening', 'ZA', '2027-03-24T21:00', 20, 8],
  ['a weekday morning', 'ZA', '2027-03-24T07:00', 20, 8],
  ['a Friday evening ends later', 'ZA', '2027-04-02T21:00', 20, 9],
  ['a Saturday morning began on Friday', 'ZA', '2027-04-03T08:30', 20, 9],
  ['a Saturday afternoon ends on Monday', 'ZA', '2027-04-03T14:00', 13, 8],
  ['hours of one day', 'BD', '2027-03-24T03:00', 0, 8],
])('the night of %s is told whole', (_when, countryCode, local, fromHour, toHour) => {
  const quiet = QUIET_HOURS.get(countryCode);

  expect(quiet !== undefined && isNight(quiet, local)).toBe(true);
  expect(quiet === undefined ? null : nightOf(quiet, local)).toEqual({ fromHour, toHour });
});

test('days of rest are those of the country', () => {
  const quiet = QUIET_HOURS.get('US');

  expect(quiet !== undefined && isRestDay(quiet, '2027-07-04T12:00')).toBe(false);
});
