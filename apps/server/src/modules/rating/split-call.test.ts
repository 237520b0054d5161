import { micros, parseDecimal, priceCall } from '@farline/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallTerms } from './call-terms.ts';
import { priceLines } from './price-lines.ts';
import { longestSplit, splitCall } from './split-call.ts';

const terms: fc.Arbitrary<CallTerms> = fc.record({
  currency: fc.constant('USD'),
  perMinuteMicros: fc.bigInt(1n, 5_000_000n).map(micros),
  connectionMicros: fc.bigInt(0n, 500_000n).map(micros),
  minimumSeconds: fc.nat(120),
  firstSeconds: fc.integer({ min: 1, max: 60 }),
  nextSeconds: fc.integer({ min: 1, max: 60 }),
});
const seconds = fc.nat(20_000);

test('the parts of a call are the whole call, and it never uses more seconds than were held', () => {
  fc.assert(
    fc.property(terms, seconds, seconds, (priced, answered, held) => {
      const split = splitCall(priced, answered, held);
      expect(split.includedSeconds + split.paidSeconds).toBe(answered);
      expect(split.includedSeconds).toBeLessThanOrEqual(held);
      // Money only once the seconds are used up.
      expect(split.paidSeconds === 0 || split.includedSeconds === held).toBe(true);
      expect(split.priceMicros).toBe(priceCall(priced, split.paidSeconds));
    }),
  );
});

test('an allowance never makes a call more expensive, and a longer one never cheaper', () => {
  fc.assert(
    fc.property(terms, seconds, seconds, fc.nat(300), (priced, answered, held, more) => {
      const { priceMicros } = splitCall(priced, answered, held);
      expect(priceMicros).toBeLessThanOrEqual(splitCall(priced, answered, 0).priceMicros);
      expect(splitCall(priced, answered, held + more).priceMicros).toBeLessThanOrEqual(priceMicros);
      expect(splitCall(priced, answered + more, held).priceMicros).toBeGreaterThanOrEqual(priceMicros);
    }),
  );
});

test('a call that lasts as long as was granted costs no more than is held, and a second more would', () => {
  fc.assert(
    fc.property(terms, seconds, fc.bigInt(0n, 50_000_000n).map(micros), (priced, held, amount) => {
      const granted = longestSplit(priced, { includedSeconds: held, amount }) ?? 0;
      expect(splitCall(priced, granted, held).priceMicros).toBeLessThanOrEqual(amount);
      expect(splitCall(priced, granted + 1, held).priceMicros).toBeGreaterThan(amount);
    }),
  );
});

test('the lines of a call in two parts name both, and add up to the total', () => {
  fc.assert(
    fc.property(terms, seconds, seconds, (priced, answered, included) => {
      fc.pre(included <= answered);
      const lines = priceLines(priced, { answeredSeconds: answered, included: { group: 'Europe', seconds: included } });
      const { priceMicros, paidSeconds } = splitCall(priced, answered, included);
      const amounts = lines.flatMap((line) => (line.line === 'time' || line.line === 'connection' ? [line] : []));
      const sum = amounts.reduce((all, { amount }) => all + (parseDecimal(amount.amount) ?? 0n), 0n);
      expect(sum).toBe(priceMicros);
      expect(lines.at(-1)).toMatchObject({ line: 'total' });
      expect(lines.find((line) => line.line === 'included')?.seconds ?? 0).toBe(included);
      expect(lines.find((line) => line.line === 'paid')?.seconds ?? answered - included).toBe(paidSeconds);
    }),
  );
});

test('a call of three minutes with one included: the lines that its caller reads', () => {
  const twoCents: CallTerms = {
    currency: 'USD',
    perMinuteMicros: micros(20_000n),
    connectionMicros: micros(0n),
    minimumSeconds: 0,
    firstSeconds: 60,
    nextSeconds: 60,
  };
  expect(priceLines(twoCents, { answeredSeconds: 170, included: { group: 'Europe, landlines', seconds: 60 } })).toEqual(
    [
      { line: 'answered', seconds: 170 },
      { line: 'included', group: 'Europe, landlines', seconds: 60 },
      { line: 'paid', seconds: 110 },
      { line: 'first_increment', count: 1, seconds: 60, totalSeconds: 60 },
      { line: 'next_increments', count: 1, seconds: 60, totalSeconds: 60 },
      {
        line: 'time',
        billedSeconds: 120,
        perMinute: { amount: '0.0200', currency: 'USD' },
        amount: { amount: '0.0400', currency: 'USD' },
        isRoundedUp: false,
      },
      { line: 'total', amount: { amount: '0.0400', currency: 'USD' } },
    ],
  );
});
