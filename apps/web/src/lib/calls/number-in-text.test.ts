import { expect, test } from 'vitest';
import { numberInText } from './number-in-text.ts';

test.each([
  [['tel:+44-7700-900123'], '+447700900123'],
  [['Ring me on (0)7700 900123, after six'], '+447700900123'],
  [['Ring me on 07700 900123, after six'], '+447700900123'],
  [['Invoice 12, of 2026-11-28: call +33 6 39 98 01 23.'], '+33639980123'],
  [['', 'https://example.com/people/7', 'Grace +1 (202) 555-0123'], '+12025550123'],
  [['https://example.com/people/07700900555', 'Grace: 07700 900123'], '+447700900123'],
  [['Meet 07700 900123\n12 o’clock'], '+447700900123'],
  [['07700 900555, from abroad +44 7700 900123'], '+447700900123'],
  [['Seen on 2026-11-28 and 28.11.2026'], null],
  [['https://example.com/07700900555'], null],
  [['Nothing to dial in 100 % of it'], null],
  [[], null],
])('of %j the number is %j', (texts, number) => {
  expect(numberInText(texts, 'GB')).toBe(number);
});
