import { expect, test } from 'vitest';
import { readCarrierNumber } from './carrier-number.ts';

test.each<[string, string | null, string | null]>([
  ['+447700900123', null, '+447700900123'],
  ['447700900123', null, '+447700900123'],
  ['00447700900123', null, '+447700900123'],
  ['011447700900123', null, '+447700900123'],
  ['07700900123', null, null],
  ['07700900123', 'GB', '+447700900123'],
  ['00447700900123', 'GB', '+447700900123'],
  ['447700900123', 'GB', '+447700900123'],
  ['4155550100', 'US', '+14155550100'],
  ['4155550100', null, '+4155550100'],
  ['14155550100', 'US', '+14155550100'],
  ['447700900123', 'US', '+447700900123'],
  ['+999163109284', 'GB', '+999163109284'],
  ['00999163109284', 'GB', '+999163109284'],
  ['999163109284', null, '+999163109284'],
  ['1234', 'GB', null],
  ['anna', 'GB', null],
  ['', null, null],
])('what a carrier writes as "%s" (of %s) is %s', (written, country, number) => {
  expect(readCarrierNumber(written, country)).toBe(number);
});
