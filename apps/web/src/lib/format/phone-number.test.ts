import { expect, test } from 'vitest';
import { countryBeside, readNumber, showNumber } from './phone-number.ts';

test.each([
  ['+447700900123', undefined],
  ['+44 7700 900123', undefined],
  ['00447700900123', undefined],
  ['0044 (0)7700 900-123', undefined],
  ['+44 (0) 7700 900123', 'US'],
  ['07700 900123', 'GB'],
])('%s read in %s is the same British number', (typed, home) => {
  expect(readNumber(typed, home)).toMatchObject({ is: 'number', e164: '+447700900123', countryCode: 'GB' });
});

test('a number on its way tells its country as soon as it can', () => {
  expect(readNumber('+44', undefined)).toMatchObject({ is: 'incomplete', countryCode: 'GB' });
  expect(readNumber('4', undefined)).toEqual({ is: 'incomplete', countryCode: null });
});

test('*43 is the echo test, however it is spaced', () => {
  expect(readNumber(' * 43 ', 'GB')).toEqual({ is: 'echo' });
});

test('nothing is nothing', () => {
  expect(readNumber('  ', 'GB')).toEqual({ is: 'empty' });
});

test('a number is shown as people write it, and what is none stays as it is', () => {
  expect(showNumber('+447700900123')).toBe('+44 7700 900123');
  expect(showNumber('*43')).toBe('*43');
});

test.each([
  ['+447700900123', 'US', 'GB'],
  ['+447700900123', 'GG', 'GG'],
  ['+12025550123', 'CA', 'CA'],
  ['+12025550123', 'GB', 'US'],
  ['no number', 'GB', 'GB'],
])('beside %s, with %s chosen, stands %s', (e164, chosen, country) => {
  expect(countryBeside(e164, chosen)).toBe(country);
});
