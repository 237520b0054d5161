import { expect, test } from 'vitest';
import { showTimesIn } from '../../lib/format/time-zone.ts';
import { sentenceOfPlan } from './plan-words.ts';

test('what is told of a change of plan is what became of it, with its day', () => {
  showTimesIn('UTC');
  const price = { amount: '0.0000', currency: 'USD' };
  const next = { planId: 'basic', name: 'Basic', pricePerMonth: price, startsAt: '2026-03-05T10:00:00.000Z' };
  expect(sentenceOfPlan({ name: 'Plus', next: null })).toBe('Your plan is Plus now');
  expect(sentenceOfPlan({ name: 'Plus', next })).toBe('Your plan changes on Mar 5, 2026');
});
