import { micros } from '@farline/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { usd } from '../../testing/money/usd.ts';
import { daysOf, monthsAfter, type Plan, type Subscription } from './plan.ts';
import { addedGrants, nextPeriod, planChange } from './plan-change.ts';

const DAY_MS = 24 * 60 * 60_000;
const plan = (id: string, dollars: number, minutes: Record<string, number> = {}, messages = 0): Plan => ({
  id,
  name: id,
  priceMicros: usd(dollars),
  currency: 'USD',
  rateTable: null,
  includedMessages: messages,
  minutes: Object.entries(minutes).map(([group, seconds]) => ({ group, seconds })),
  isOffered: true,
  isSample: true,
});
const basic = plan('basic', 0);
const plus = plan('plus', 5, { europe: 12_000 }, 50);
const pro = plan('pro', 15, { europe: 60_000, asia: 12_000 }, 200);

const from = new Date('2026-03-10T09:30:00Z');
const subscription: Subscription = {
  id: 'one',
  accountId: 'account',
  planId: 'plus',
  ownRateTable: 'sample',
  startedAt: from,
  anchorAt: from,
  periodNumber: 1,
  period: { from, to: monthsAfter(from, 1) },
  nextPlanId: null,
  unpaid: null,
};
const after = (days: number) => new Date(from.getTime() + days * DAY_MS);

describe('what a change costs', () => {
  test('a first plan costs its whole price and lasts a calendar month', () => {
    expect(planChange(null, { from: basic, to: plus }, from)).toEqual({
      kind: 'start',
      from: basic,
      to: plus,
      period: { from, to: new Date('2026-04-10T09:30:00Z') },
      dueMicros: 5_000_000n,
    });
  });

  test('a more expensive plan costs its part of the days left, less the unused part of the other', () => {
    // 21 of 31 days: 15 × 21/31 − 5 × 21/31, each rounded down to the millionth.
    expect(planChange(subscription, { from: plus, to: pro }, after(10))).toMatchObject({
      kind: 'upgrade',
      days: 31,
      daysLeft: 21,
      newPartMicros: 10_161_290n,
      unusedPartMicros: 3_387_096n,
      dueMicros: 6_774_194n,
    });
  });

  test('a cheaper plan, or none, costs nothing and counts when the paid period ends', () => {
    const onPro = { ...subscription, planId: 'pro' };
    for (const to of [plus, basic]) {
      expect(planChange(onPro, { from: pro, to }, after(3))).toEqual({
        kind: 'later',
        from: pro,
        to,
        at: subscription.period.to,
        dueMicros: 0n,
      });
    }
  });

  test('what was to come is withdrawn for nothing; the same plan again changes nothing', () => {
    const ending = { ...subscription, nextPlanId: 'basic' };
    expect(planChange(ending, { from: plus, to: plus }, after(3))).toMatchObject({ kind: 'keep', dueMicros: 0n });
    expect(planChange(ending, { from: plus, to: basic }, after(3))).toBeNull();
    expect(planChange(subscription, { from: plus, to: plus }, after(3))).toBeNull();
    expect(planChange(null, { from: basic, to: basic }, after(3))).toBeNull();
  });

  test('of an unpaid plan the same is paid whole, another begins whole, and none ends it at once', () => {
    const unpaid = { ...subscription, unpaid: { since: after(31), graceTo: after(34) } };
    expect(planChange(unpaid, { from: plus, to: plus }, after(32))).toMatchObject({
      kind: 'pay',
      dueMicros: 5_000_000n,
      period: { from: subscription.period.to },
    });
    expect(planChange(unpaid, { from: plus, to: pro }, after(32))).toMatchObject({
      kind: 'start',
      dueMicros: 15_000_000n,
      period: { from: after(32) },
    });
    expect(planChange(unpaid, { from: plus, to: basic }, after(32))).toMatchObject({ kind: 'end', dueMicros: 0n });
  });

  test('of an unpaid plan what was to come is paid as the next period, and so is the present plan in its place', () => {
    const unpaid = {
      ...subscription,
      planId: 'pro',
      nextPlanId: 'plus',
      unpaid: { since: after(31), graceTo: after(34) },
    };
    for (const to of [plus, pro]) {
      expect(planChange(unpaid, { from: pro, to }, after(32))).toEqual({
        kind: 'pay',
        from: pro,
        to,
        period: { from: subscription.period.to, to: monthsAfter(from, 2) },
        dueMicros: to.priceMicros,
      });
    }
  });

  test('proration is exact to the millionth: the whole at the start, nothing at the end, never more than is due', () => {
    const price = fc.bigInt(1n, 100_000_000n);
    fc.assert(
      fc.property(price, price, fc.nat(31 * 24 * 60), (lower, more, minutes) => {
        const cheap = { ...plus, priceMicros: micros(lower) };
        const expensive = { ...pro, priceMicros: micros(lower + more) };
        const change = planChange(
          subscription,
          { from: cheap, to: expensive },
          new Date(from.getTime() + minutes * 60_000),
        );
        if (change?.kind !== 'upgrade') throw new Error('a more expensive plan is an upgrade');
        const { days, daysLeft, dueMicros, newPartMicros, unusedPartMicros } = change;
        expect(dueMicros).toBe(newPartMicros - unusedPartMicros);
        expect(dueMicros).toBeGreaterThanOrEqual(0n);
        // Both parts are rounded down once: what is due is less than a millionth off the exact fraction.
        const off = dueMicros * BigInt(days) - more * BigInt(daysLeft);
        expect(off > -BigInt(days) && off < BigInt(days)).toBe(true);
        expect(dueMicros === more || daysLeft < days).toBe(true);
        expect(dueMicros === 0n || daysLeft > 0).toBe(true);
      }),
    );
  });
});

describe('what a change includes', () => {
  test('a more expensive plan adds its part of what it includes more, and takes nothing away', () => {
    expect(addedGrants({ from: plus, to: pro }, { days: 31, daysLeft: 21 })).toEqual([
      { group: 'europe', units: Math.floor((48_000 * 21) / 31) },
      { group: 'asia', units: Math.floor((12_000 * 21) / 31) },
      { group: null, units: Math.floor((150 * 21) / 31) },
    ]);
    const other = plan('other', 20, { asia: 600 });
    expect(addedGrants({ from: pro, to: other }, { days: 30, daysLeft: 30 })).toEqual([]);
  });
});

describe('periods', () => {
  test.each([
    ['2026-01-31T08:00:00Z', ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2028-01-29T23:59:59Z', ['2028-02-29', '2028-03-29']],
    ['2026-12-15T00:00:00Z', ['2027-01-15', '2027-02-15']],
  ])('months from %s end on its day, or on the last', (anchor, ends) => {
    const at = new Date(anchor);
    expect(ends.map((_, index) => monthsAfter(at, index + 1).toISOString())).toEqual(
      ends.map((day) => `${day}${at.toISOString().slice(10)}`),
    );
  });

  test('the day that has begun counts as one that is left', () => {
    const { period } = subscription;
    expect(daysOf(period, from)).toEqual({ days: 31, daysLeft: 31 });
    expect(daysOf(period, new Date(from.getTime() + 1))).toEqual({ days: 31, daysLeft: 31 });
    expect(daysOf(period, after(1))).toEqual({ days: 31, daysLeft: 30 });
    expect(daysOf(period, after(40))).toEqual({ days: 31, daysLeft: 0 });
  });

  test('the next period follows the last without a gap; one that nobody could begin in its time is not charged', () => {
    const { to } = subscription.period;
    expect(nextPeriod(subscription, to)).toEqual({
      period: { from: to, to: new Date('2026-05-10T09:30:00Z') },
      anchorAt: from,
      periodNumber: 2,
    });
    const late = new Date('2026-07-01T00:00:00Z');
    expect(nextPeriod(subscription, late)).toEqual({
      period: { from: late, to: new Date('2026-08-01T00:00:00Z') },
      anchorAt: late,
      periodNumber: 1,
    });
  });
});
