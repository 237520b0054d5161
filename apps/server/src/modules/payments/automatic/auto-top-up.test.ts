import { expect, test } from 'vitest';
import { usd } from '../../../testing/money/usd.ts';
import { type AutoTopUp, decide } from './auto-top-up.ts';

const settings: AutoTopUp = {
  accountId: 'account',
  userId: 'user',
  state: 'on',
  stoppedBecause: null,
  methodId: null,
  changedAt: new Date(),
  markMicros: usd(5),
  amountMicros: usd(25),
  dailyCapMicros: usd(60),
};
const low = {
  availableMicros: usd(4.99),
  addedTodayMicros: usd(0),
  isUnderWay: false,
  hasMethod: true,
  wasDeclined: false,
  wasRefunded: false,
  isSpendingUnusual: false,
  isDisputed: false,
};

test.each([
  ['below the mark', {}, { does: 'add' }],
  ['at the mark', { availableMicros: usd(5) }, { does: 'nothing' }],
  ['while one is under way', { isUnderWay: true }, { does: 'nothing' }],
  ['without a method', { hasMethod: false }, { does: 'stop', because: 'no_method' }],
  ['after a decline', { wasDeclined: true }, { does: 'stop', because: 'declined' }],
  ['after money was given back', { wasRefunded: true }, { does: 'stop', because: 'refunded' }],
  [
    'after money was given back, with enough left',
    { wasRefunded: true, availableMicros: usd(40) },
    { does: 'stop', because: 'refunded' },
  ],
  ['with unusual spending', { isSpendingUnusual: true }, { does: 'stop', because: 'unusual_spending' }],
  ['while a bank looks into a payment', { isDisputed: true }, { does: 'stop', because: 'disputed' }],
  ['as the last of the day', { addedTodayMicros: usd(35) }, { does: 'add' }],
  ['above the cap of the day', { addedTodayMicros: usd(35.01) }, { does: 'wait_for_tomorrow' }],
])('%s', (_, more, decision) => {
  expect(decide(settings, { ...low, ...more })).toEqual(decision);
});
