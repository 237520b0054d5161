import { expect, test } from 'vitest';
import { phoneToE164 } from './phone.ts';

test.each([
  ['+447700900123', '+447700900123'],
  ['+14155550100', '+14155550100'],
  ['447700900123', null],
  ['1234567890123456', null],
  ['+1234567890123456', null],
  ['+1', null],
  ['+44', null],
  [null, null],
])('the phone %s is stored beside as %s', (typed, expected) => {
  expect(phoneToE164(typed)).toBe(expected);
});
