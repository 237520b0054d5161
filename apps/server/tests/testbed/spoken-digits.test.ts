import { expect, test } from 'vitest';
import { saidTwice } from './spoken-digits.ts';

const CODE = [...'923074'];
const said = (first: readonly string[], second: readonly string[]) => ['', '', ...first, '', ...second, ''];

test.each([
  ['both times whole', said(CODE, CODE)],
  ['the beginning of the first time distorted', said(['', '', ...CODE.slice(2)], CODE)],
  ['the beginning of the first time not heard', said(CODE.slice(2), CODE)],
  ['a digit in the middle distorted', said(CODE, ['9', '2', '', '0', '7', '4'])],
  ['the last digit cut off', said(CODE, CODE.slice(0, 5))],
])('a code is understood that is said twice, %s', (_, words) => {
  expect(saidTwice(words, 6)).toBe('923074');
});

test.each([
  ['once', said(CODE, [])],
  ['otherwise the second time', said(CODE, [...'923075'])],
  ['never whole', said(CODE.slice(1), CODE.slice(0, 5))],
  ['not at all', []],
])('no code is taken to be said twice that is said %s', (_, words) => {
  expect(saidTwice(words, 6)).toBe('');
});
