import { expect, test } from 'vitest';
import { numberInText } from './number-in-text.ts';

test.each([
  [['tel:+44-7700-900123'], '+447700900123'],
  [['Ring me on (0)7700 900123, after six'], '+447700900123'],
  [['Ring me on 07700 900123, after six'], '+447700900123'],
  [['Invoice 12, of 2026-11-28: call +33 6 39 98 01 23.'], '+33639980123'],
  [['', 'https://example.com/people/7', 'Grace +1 (202) 555-0123'], '+12025550123'],
  [['Nothing to dial in 100 % of it'], null],
  [[], null],
])('of %j the number is %j', (texts, number) => {
  expect(numberInText(texts, 'GB')).toBe(number);
});
