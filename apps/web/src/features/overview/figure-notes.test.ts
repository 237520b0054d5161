import { expect, test } from 'vitest';
import { spendNote } from './figure-notes.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });

/** What stands below what was spent this month: of calls so much, in so many calls, and so much as far into the last month. */
function note(price: string, callsPrice: string, { before = '0', calls = 3, practice = '0' } = {}): string {
  const month = { calls, sms: 0, cost: Number(price), seconds: 0, includedSeconds: 0 };
  const currentMonth = { ...month, price: usd(price), callsPrice: usd(callsPrice), practicePrice: usd(practice) };
  const usage = { currentMonth, previousMonth: { price: usd(before) }, allowances: [] };
  // What placed calls cost is another figure: calls that came in may cost as well.
  const current = { calls, answered: calls, answeredSeconds: 60, averageSeconds: 20, cost: usd('0.01') };
  return spendNote({ usage }, { current });
}

test('the parts of what was spent make the whole, and name nothing that it may not be', () => {
  expect(note('2.7500', '1.2500', { before: '9' })).toBe('Calls $1.25, everything else $1.50');
  expect(note('1.5000', '0.0000', { calls: 0 })).toBe('Calls $0.00, everything else $1.50');
  expect(note('1.2050', '1.2500')).toBe('Calls $1.25, everything else -$0.0450');
});

test('what calls alone came to stands beside all that was spent as far into last month', () => {
  expect(note('1.2500', '1.2500', { before: '2.5000' })).toBe('50% less than last month');
  expect(note('1.2500', '1.2500', { before: '0' })).toBe('');
  expect(note('0.0000', '0.0000', { calls: 0 })).toBe('No calls yet this month');
});

test('where only practice credit was used, the sum of nothing says so', () => {
  expect(note('0.0000', '0.0000', { practice: '0.0255' })).toBe('Practice credit used: $0.0255');
  expect(note('0.0100', '0.0100', { practice: '0.0255' })).not.toContain('Practice');
});
