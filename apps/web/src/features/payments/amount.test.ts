import { expect, test } from 'vitest';
import { sumOf } from '../../lib/format/sum-of.ts';
import { readAmount } from './amount.ts';

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['ten', 'unreadable'],
  ['-10', 'unreadable'],
  ['10.123', 'unreadable'],
  ['1e3', 'unreadable'],
  ['4.99', 'outside'],
  ['500.01', 'outside'],
  ['5', 'amount'],
  ['25,50', 'amount'],
  ['500', 'amount'],
])('%j is read as %s', (typed, is) => {
  expect(readAmount(typed, 'USD').is).toBe(is);
});

test('an amount keeps its cents exactly', () => {
  expect(readAmount('25,50', 'USD')).toMatchObject({ dollars: 25.5, money: { amount: '25.50', currency: 'USD' } });
  expect(sumOf({ amount: '0.10', currency: 'USD' }, { amount: '0.20', currency: 'USD' }).amount).toMatch(/^0\.30*$/);
});
