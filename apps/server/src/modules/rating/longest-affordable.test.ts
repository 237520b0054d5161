import { billedSeconds, micros, priceCall } from '@farline/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CallTerms } from './call-terms.ts';
import { longestAffordable } from './longest-affordable.ts';

type Steps = { minimum?: number; first?: number; next?: number; connection?: bigint };
const terms = (perMinute: bigint, steps: Steps = {}): CallTerms => ({
  currency: 'USD',
  perMinuteMicros: micros(perMinute),
  connectionMicros: micros(steps.connection ?? 0n),
  minimumSeconds: steps.minimum ?? 0,
  firstSeconds: steps.first ?? 1,
  nextSeconds: steps.next ?? 1,
});
const bySecond = { first: 1, next: 1 };
const thirtySix = { first: 30, next: 6 };
const fullMinutes = { first: 60, next: 60 };

describe('the price of a call', () => {
  test.each([
    ['a call without answer costs nothing', terms(60_000n, { ...fullMinutes, connection: 5n }), 0, 0n],
    ['a second by the second', terms(60_000n, bySecond), 1, 1_000n],
    ['the first second of a full minute', terms(60_000n, fullMinutes), 1, 60_000n],
    ['a full minute', terms(60_000n, fullMinutes), 60, 60_000n],
    ['a second more than a full minute', terms(60_000n, fullMinutes), 61, 120_000n],
    ['less than the first step of 30/6', terms(60_000n, thirtySix), 29, 30_000n],
    ['one step after the first of 30/6', terms(60_000n, thirtySix), 31, 36_000n],
    ['the end of that step', terms(60_000n, thirtySix), 36, 36_000n],
    ['the minimum above the first step', terms(60_000n, { minimum: 45, first: 6, next: 6 }), 3, 48_000n],
    ['the fee on answer, once', terms(60_000n, { ...bySecond, connection: 100_000n }), 60, 160_000n],
    ['a part of a millionth, rounded up', terms(18_000n, bySecond), 1, 300n],
    ['a third of a millionth, rounded up once', terms(10_001n, bySecond), 61, 10_168n],
    ['a day at the most expensive', terms(1_000_000_000n, fullMinutes), 86_400, 1_440_000_000_000n],
  ])('%s', (_, rate, seconds, price) => {
    expect(priceCall(rate, seconds)).toBe(price);
  });

  test('a price is never negative and never falls with time', () => {
    fc.assert(
      fc.property(anyTerms, seconds, (rate, answered) => {
        const price = priceCall(rate, answered);
        expect(price >= 0n && price <= priceCall(rate, answered + 1)).toBe(true);
        expect(billedSeconds(rate, answered)).toBeGreaterThanOrEqual(answered);
      }),
    );
  });

  test('anyone can redo the sum from what is printed: fee, billed seconds, price a minute', () => {
    fc.assert(
      fc.property(anyTerms, seconds, (rate, answered) => {
        fc.pre(answered > 0);
        const exact = rate.perMinuteMicros * BigInt(billedSeconds(rate, answered));
        const usage = priceCall(rate, answered) - rate.connectionMicros;
        expect(usage * 60n >= exact && (usage - 1n) * 60n < exact).toBe(true);
      }),
    );
  });
});

describe('how long the money lasts', () => {
  test.each([
    ['ninety seconds by the second', terms(60_000n, bySecond), 90_000n, 90],
    ['a millionth less', terms(60_000n, bySecond), 89_999n, 89],
    ['only full steps', terms(60_000n, thirtySix), 41_999n, 36],
    ['not even the first step', terms(60_000n, thirtySix), 29_999n, 0],
    ['the first step to the millionth', terms(60_000n, thirtySix), 30_000n, 30],
    ['not even the fee', terms(60_000n, { ...bySecond, connection: 100n }), 99n, 0],
    ['the fee and no time', terms(60_000n, { ...bySecond, connection: 100n }), 100n, 0],
    ['no money', terms(60_000n, bySecond), 0n, 0],
    ['not even the minimum', terms(60_000n, { minimum: 45, first: 6, next: 6 }), 47_999n, 0],
    ['a free call has no end', terms(0n), 0n, null],
    ['a fee alone has no end once it is paid', terms(0n, { connection: 100n }), 100n, null],
    ['a fee alone that cannot be paid', terms(0n, { connection: 100n }), 99n, 0],
  ])('%s', (_, rate, amount, longest) => {
    expect(longestAffordable(rate, micros(amount))).toBe(longest);
  });

  test('it is the exact inverse of the price: that long fits, a second more does not', () => {
    fc.assert(
      fc.property(anyTerms, fc.bigInt({ min: 0n, max: 50_000_000n }), (rate, amount) => {
        const longest = longestAffordable(rate, micros(amount));
        const fits = (answered: number) => priceCall(rate, answered) <= amount;
        expect(longest === null ? fits(1_000_000) : fits(longest) && !fits(longest + 1)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});

const seconds = fc.integer({ min: 0, max: 100_000 });
const anyTerms = fc.record({
  currency: fc.constant('USD'),
  perMinuteMicros: fc.bigInt({ min: 0n, max: 10_000_000n }).map(micros),
  connectionMicros: fc.bigInt({ min: 0n, max: 1_000_000n }).map(micros),
  minimumSeconds: fc.integer({ min: 0, max: 120 }),
  firstSeconds: fc.integer({ min: 1, max: 120 }),
  nextSeconds: fc.integer({ min: 1, max: 120 }),
});
