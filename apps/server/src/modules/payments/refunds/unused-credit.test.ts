import { type Micros, micros, microsOfCents } from '@farline/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usd } from '../../../testing/money/usd.ts';
import type { Credit } from '../../ledger/index.ts';
import { sumOf, takeOldest, unusedParts } from './unused-credit.ts';

const paid = (id: string, amount: number): Credit => ({
  cause: { type: 'payment', id },
  amountMicros: usd(amount),
  from: 'payments',
});
const trial: Credit = { cause: { type: 'trial', id: 'a' }, amountMicros: usd(2), from: 'trial_credit' };
const gift: Credit = { cause: { type: 'operator_credit', id: 'g' }, amountMicros: usd(5), from: 'operator_credit' };
const left = (...payments: [string, number][]) => new Map(payments.map(([id, amount]) => [id, usd(amount)]));

test.each([
  ['nothing spent: the trial credit stays', 37, [paid('b', 25), paid('a', 10), trial], { a: 10, b: 25 }],
  ['the trial credit is spent first', 34, [paid('b', 25), paid('a', 10), trial], { a: 9, b: 25 }],
  ['the oldest payment is spent first', 20, [paid('b', 25), paid('a', 10), trial], { b: 20 }],
  ['a gift after a payment is spent last, and is not given back', 12, [gift, paid('a', 10), trial], { a: 7 }],
  ['less than a cent is not given back', 0.005, [paid('a', 10), trial], {}],
  ['nothing is left', 0, [paid('a', 10), trial], {}],
])('%s', (_, spendable, credits, expected: Record<string, number>) => {
  const parts = unusedParts(usd(spendable), credits, left(['a', 10], ['b', 25]));
  expect(parts).toEqual(
    Object.entries(expected).map(([paymentId, amount]) => ({ paymentId, amountMicros: usd(amount) })),
  );
});

test('of a payment that was given back in part, only the rest counts', () => {
  const parts = unusedParts(usd(17), [paid('b', 10), paid('a', 10), trial], left(['a', 5], ['b', 10]));
  expect(parts.map((part) => part.amountMicros)).toEqual([usd(5), usd(10)]);
});

test('a payment of another provider is not given back, and its money is not taken for that of others', () => {
  expect(unusedParts(usd(15), [paid('other', 10), paid('a', 10)], left(['a', 10]))).toEqual([
    { paymentId: 'a', amountMicros: usd(5) },
  ]);
});

test('an amount is taken from the oldest; more than there is, is refused', () => {
  const parts = unusedParts(usd(37), [paid('b', 25), paid('a', 10), trial], left(['a', 10], ['b', 25]));
  expect(takeOldest(parts, usd(12))).toEqual([
    { paymentId: 'a', amountMicros: usd(10) },
    { paymentId: 'b', amountMicros: usd(2) },
  ]);
  expect(takeOldest(parts, usd(35.01))).toBeNull();
});

test('whatever came and went, no more is given back than can be spent, nor than any payment has left', () => {
  const cents = fc.nat(100_000).map((amount) => microsOfCents(amount));
  fc.assert(
    fc.property(cents, fc.array(fc.tuple(cents, cents, fc.boolean()), { maxLength: 10 }), (spendable, given) => {
      const credits = given.map(
        ([amountMicros, , isGift], n): Credit =>
          isGift ? { ...gift, amountMicros } : { ...paid(`p${n}`, 0), amountMicros },
      );
      const lefts = new Map<string, Micros>(
        given.map(([amount, less], n) => [`p${n}`, micros(amount > less ? amount - less : 0n)] as const),
      );
      const parts = unusedParts(spendable, credits, lefts);
      expect(sumOf(parts) <= spendable).toBe(true);
      for (const part of parts) expect(part.amountMicros <= (lefts.get(part.paymentId) ?? 0n)).toBe(true);
    }),
  );
});
