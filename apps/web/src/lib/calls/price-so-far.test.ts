import type { RateTerms } from '@farline/contracts/rates';
import { expect, test } from 'vitest';
import { priceSoFar } from './price-so-far.ts';
import { billedSeconds } from '@farline/contracts/price-call';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const terms = (steps: {
  first: number;
  next: number;
  minimum?: number;
  perMinute?: string;
  fee?: string;
}): RateTerms => ({
  perMinute: usd(steps.perMinute ?? '0.0120'),
  connectionFee: usd(steps.fee ?? '0.0000'),
  minimumSeconds: steps.minimum ?? steps.first,
  firstSeconds: steps.first,
  nextSeconds: steps.next,
});

test.each([
  ['a call without answer bills nothing', terms({ first: 60, next: 60 }), 0, 0],
  ['the first second bills the first step', terms({ first: 60, next: 60 }), 1, 60],
  ['a full first step bills no more', terms({ first: 60, next: 60 }), 60, 60],
  ['one second more bills the next step', terms({ first: 60, next: 60 }), 61, 120],
  ['30/6 after its first step', terms({ first: 30, next: 6 }), 31, 36],
  ['30/6 at a step', terms({ first: 30, next: 6 }), 36, 36],
  ['1/1 bills what was talked', terms({ first: 1, next: 1 }), 204, 204],
  ['a minimum beyond the first step counts', terms({ first: 6, next: 6, minimum: 20 }), 3, 24],
])('%s', (_promise, rate, answered, billed) => {
  expect(billedSeconds(rate, answered)).toBe(billed);
});

test.each([
  ['a call without answer costs nothing, not even the fee', terms({ first: 1, next: 1, fee: '0.1000' }), 0, '0.0000'],
  ['the fee is added on answer', terms({ first: 60, next: 60, fee: '0.1000' }), 1, '0.1120'],
  ['a part of a micro-unit is rounded up, once', terms({ first: 1, next: 1, perMinute: '0.000100' }), 1, '0.000002'],
  ['three seconds are rounded once and not thrice', terms({ first: 1, next: 1, perMinute: '0.000100' }), 3, '0.000005'],
  ['3:24 at the British mobile rate', terms({ first: 1, next: 1, perMinute: '0.0180' }), 204, '0.0612'],
  ['large rates stay exact', terms({ first: 60, next: 60, perMinute: '9999999.999999' }), 61, '19999999.999998'],
])('%s', (_promise, rate, answered, price) => {
  expect(priceSoFar(rate, answered)).toEqual(usd(price));
});
