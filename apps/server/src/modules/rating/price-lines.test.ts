import { micros, parseDecimal, priceCall, type PriceLine } from '@farline/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallTerms } from './call-terms.ts';
import { priceLines } from './price-lines.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const terms = (over: Partial<Record<keyof CallTerms, number>>): CallTerms => ({
  currency: 'USD',
  perMinuteMicros: micros(BigInt(over.perMinuteMicros ?? 20_000)),
  connectionMicros: micros(BigInt(over.connectionMicros ?? 0)),
  minimumSeconds: over.minimumSeconds ?? 0,
  firstSeconds: over.firstSeconds ?? 60,
  nextSeconds: over.nextSeconds ?? 60,
});

test('a call of 127 seconds at 30/6 with a fee is told in all its steps', () => {
  const lines = priceLines(terms({ connectionMicros: 5_000, firstSeconds: 30, nextSeconds: 6 }), {
    answeredSeconds: 127,
  });

  expect(lines).toEqual([
    { line: 'answered', seconds: 127 },
    { line: 'first_increment', count: 1, seconds: 30, totalSeconds: 30 },
    { line: 'next_increments', count: 17, seconds: 6, totalSeconds: 102 },
    { line: 'time', billedSeconds: 132, perMinute: usd('0.0200'), amount: usd('0.0440'), isRoundedUp: false },
    { line: 'connection', amount: usd('0.0050') },
    { line: 'total', amount: usd('0.0490') },
  ]);
});

test('a short call says the least time that it counts for, and one increment is one line', () => {
  const lines = priceLines(terms({ minimumSeconds: 30 }), { answeredSeconds: 3 });

  expect(lines.map((line) => line.line)).toEqual(['answered', 'minimum', 'first_increment', 'time', 'total']);
});

test('rounding is said', () => {
  const lines = priceLines(terms({ perMinuteMicros: 1, firstSeconds: 1, nextSeconds: 1 }), { answeredSeconds: 7 });

  expect(lines).toContainEqual(expect.objectContaining({ line: 'time', amount: usd('0.000001'), isRoundedUp: true }));
});

test('seconds whose sound was lost are named, and the rest is paid', () => {
  const forgiven = { because: 'media_proxy_away' as const, seconds: 31 };
  const lines = priceLines(terms({ firstSeconds: 1, nextSeconds: 1 }), { answeredSeconds: 51, forgiven });

  expect(lines.slice(0, 3)).toEqual([
    { line: 'answered', seconds: 51 },
    { line: 'forgiven', because: 'media_proxy_away', seconds: 31 },
    { line: 'paid', seconds: 20 },
  ]);
  expect(lines.at(-1)).toEqual({ line: 'total', amount: usd('0.006667') });
});

test('a call whose sound never came up costs nothing, and says why', () => {
  const forgiven = { because: 'never_connected' as const, seconds: 6 };

  expect(priceLines(terms({ connectionMicros: 5_000 }), { answeredSeconds: 6, forgiven })).toEqual([
    { line: 'answered', seconds: 6 },
    { line: 'forgiven', because: 'never_connected', seconds: 6 },
    { line: 'total', amount: usd('0.0000') },
  ]);
});

test('a call without answer costs nothing and has nothing to explain', () => {
  expect(priceLines(terms({}), { answeredSeconds: 0 })).toEqual([{ line: 'total', amount: usd('0.0000') }]);
});

test('the lines add up to what was charged, whatever the rate', () => {
  const anyTerms = fc.record({
    perMinuteMicros: fc.integer({ min: 0, max: 10_000_000 }),
    connectionMicros: fc.integer({ min: 0, max: 1_000_000 }),
    minimumSeconds: fc.integer({ min: 0, max: 120 }),
    firstSeconds: fc.integer({ min: 1, max: 120 }),
    nextSeconds: fc.integer({ min: 1, max: 120 }),
  });
  fc.assert(
    fc.property(anyTerms, fc.integer({ min: 1, max: 20_000 }), (over, seconds) => {
      const lines = priceLines(terms(over), { answeredSeconds: seconds });
      const total = priceCall(terms(over), seconds);
      const [time, fee] = [amountOf(lines, 'time'), amountOf(lines, 'connection')];
      expect(time + fee).toBe(total);
      expect(amountOf(lines, 'total')).toBe(total);
      const increments = lines.flatMap((line) => ('totalSeconds' in line ? [line.totalSeconds] : []));
      const billed = lines.find((line) => line.line === 'time')?.billedSeconds;
      expect(increments.reduce((sum, each) => sum + each, 0)).toBe(billed);
    }),
  );
});

function amountOf(lines: PriceLine[], name: 'time' | 'connection' | 'total'): bigint {
  const found = lines.find((line) => line.line === name);
  return found !== undefined && 'amount' in found ? (parseDecimal(found.amount.amount) ?? -1n) : 0n;
}
