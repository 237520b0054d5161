import { expect, test } from 'vitest';
import { writtenAmount } from './written-amount.ts';

test.each([
  ['25', '25'],
  [' 25.50 ', '25.50'],
  ['25,50', '25.50'],
  ['٢٥٫٥٠', '25.50'],
  ['۱۹۷۶٫۰۸', '1976.08'],
  ['２５．５', '25.5'],
])('%s is %s', (typed, amount) => {
  expect(writtenAmount(typed)).toBe(amount);
});

test.each(['1,234.50', '1.234,50', 'twenty', '-5'])('%s is not made into another amount', (typed) => {
  expect(writtenAmount(typed)).not.toMatch(/^\d+(\.\d+)?$/);
});
