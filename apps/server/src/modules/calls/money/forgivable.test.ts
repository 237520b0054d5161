import { micros } from '@farline/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CallTerms, priceCall } from '../../rating/index.ts';
import { forgivable } from './forgivable.ts';
import { CENT_A_SECOND, CENTS_2 } from '../testing/calls-world.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
const call = (answeredSeconds: number, lostAt: number) => ({ answeredAt: at(0), lostAt: at(lostAt), answeredSeconds });
const WITH_FEE: CallTerms = { ...CENTS_2, connectionMicros: micros(50_000n) };
const DOLLAR = 1_000_000n;

test.each<[what: string, CallTerms, ReturnType<typeof call>, left: bigint, seconds: number, amount: bigint]>([
  ['a whole call without sound', CENT_A_SECOND, call(7, 0), DOLLAR, 7, 70_000n],
  ['what came after the last sound', CENT_A_SECOND, call(51, 20), DOLLAR, 31, 310_000n],
  ['a second that had begun is paid', CENT_A_SECOND, call(51, 20.2), DOLLAR, 30, 300_000n],
  ['a minute at most', CENT_A_SECOND, call(300, 0), DOLLAR, 60, 600_000n],
  ['no more than is left', CENT_A_SECOND, call(51, 20), 100_000n, 10, 100_000n],
  ['nothing where nothing is left', CENT_A_SECOND, call(51, 20), 0n, 0, 0n],
  ['nothing where nothing was lost', CENT_A_SECOND, call(20, 20), DOLLAR, 0, 0n],
  ['nothing after the end', CENT_A_SECOND, call(20, 25), DOLLAR, 0, 0n],
  ['nothing within one increment', CENTS_2, call(59, 20), DOLLAR, 0, 0n],
  ['an increment that was all without sound', CENTS_2, call(61, 58), DOLLAR, 3, 20_000n],
  ['the fee with the whole call', WITH_FEE, call(7, 0), DOLLAR, 7, 70_000n],
  ['no half of an increment', WITH_FEE, call(7, 0), 69_999n, 0, 0n],
])('%s is forgiven', (_what, terms, lost, left, seconds, amountMicros) => {
  expect(forgivable(terms, lost, micros(left))).toEqual({ seconds, amountMicros });
});

test('what is forgiven is what the price is less, and never more than is left', () => {
  const seconds = fc.integer({ min: 0, max: 4_000 });
  fc.assert(
    fc.property(seconds, seconds, fc.bigInt({ min: 0n, max: DOLLAR }), (answeredSeconds, lostAt, left) => {
      for (const terms of [CENT_A_SECOND, CENTS_2, WITH_FEE]) {
        const forgiven = forgivable(terms, call(answeredSeconds, lostAt), micros(left));
        const price = priceCall(terms, answeredSeconds) - priceCall(terms, answeredSeconds - forgiven.seconds);
        expect(forgiven.amountMicros).toBe(price);
        expect(price).toBeLessThanOrEqual(left);
        expect(forgiven.seconds).toBeLessThanOrEqual(Math.max(0, answeredSeconds - lostAt));
      }
    }),
  );
});
