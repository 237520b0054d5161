import { expect, test } from 'vitest';
import { sumOf } from '../../lib/format/sum-of.ts';
import { balanceWith, givenBack, readAmount } from './amount.ts';

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

test('what is owed is paid first of what is added, and never out of what is set aside', () => {
  const usd = (amount: string) => ({ amount, currency: 'USD' });
  const wallet = (balance: string, available: string, owed: string) => ({
    balance: usd(balance),
    available: usd(available),
    owed: usd(owed),
  });
  expect(Number(balanceWith(usd('25'), wallet('10.0000', '8.0000', '0.0000')).amount)).toBe(35);
  expect(Number(balanceWith(usd('25'), wallet('0.0000', '0.0000', '10.5000')).amount)).toBe(14.5);
  expect(Number(balanceWith(usd('5'), wallet('2.0000', '0.0000', '10.5000')).amount)).toBe(2);
});

test('a refund of less than all says what each payment gives back of it, the oldest first', () => {
  const usd = (amount: string) => ({ amount, currency: 'USD' });
  const parts = [{ amount: usd('10.0000') }, { amount: usd('25.0000') }];
  const given = (amount: string) => givenBack(usd(amount), parts).map((part) => Number(part.amount));
  expect(given('35')).toEqual([10, 25]);
  expect(given('12.50')).toEqual([10, 2.5]);
  expect(given('4')).toEqual([4]);
  expect(given('10')).toEqual([10]);
});
