import type { LimitName } from '@farline/contracts';
import { expect, test } from 'vitest';
import { usd } from '../../testing/money/usd.ts';
import { type Limits, usualLimits } from './limit.ts';
import { mostTonight, nightFrom, type Tonight } from './meter.ts';
import { windowsAt } from './windows.ts';

const limits: Limits = { ...usualLimits.account, dayMicros: usd(50), hourMicros: usd(20) };
const unused = { dayMicros: usd(0), hourMicros: usd(0), calls: 0, newCountries: 0 };

function tonight(over: Partial<Tonight> & { at?: string } = {}): Tonight {
  const now = new Date(over.at ?? '2026-03-01T21:30:00Z');
  return {
    now,
    timeZone: 'UTC',
    windows: windowsAt(now, 'UTC', null),
    account: { limits, used: unused },
    users: [{ limits, used: unused }],
    lifted: new Set<LimitName>(),
    balanceMicros: usd(1_000),
    topUpsMicros: usd(0),
    savedCardsMicros: usd(0),
    underWayMicros: usd(0),
    ...over,
  };
}

test('a night ends at 8 in the morning of the account, also for whoever is up late', () => {
  expect(nightFrom(new Date('2026-03-01T21:30:00Z'), 'UTC').to).toEqual(new Date('2026-03-02T08:00:00Z'));
  expect(nightFrom(new Date('2026-03-02T03:00:00Z'), 'UTC').to).toEqual(new Date('2026-03-02T08:00:00Z'));
  expect(nightFrom(new Date('2026-03-02T08:00:00Z'), 'UTC').to).toEqual(new Date('2026-03-03T08:00:00Z'));
  expect(nightFrom(new Date('2026-03-01T21:30:00Z'), 'Asia/Tokyo').to).toEqual(new Date('2026-03-01T23:00:00Z'));
});

test.each([
  ['2026-10-24T22:30:00Z', 'Europe/Berlin', '2026-10-25T07:00:00Z'],
  ['2026-10-25T07:00:00Z', 'Europe/Berlin', '2026-10-26T07:00:00Z'],
  ['2026-10-24T12:00:00Z', 'Europe/Berlin', '2026-10-25T07:00:00Z'],
  ['2026-03-28T23:30:00Z', 'Europe/Berlin', '2026-03-29T06:00:00Z'],
  ['2026-03-28T12:00:00Z', 'Europe/Berlin', '2026-03-29T06:00:00Z'],
  // Midnight itself is skipped there.
  ['2026-04-23T21:30:00Z', 'Africa/Cairo', '2026-04-24T05:00:00Z'],
])('a night that begins at %s in %s ends at %s, also where the clocks change in it', (now, timeZone, to) => {
  expect(nightFrom(new Date(now), timeZone).to).toEqual(new Date(to));
});

test('with little money the balance is the most', () => {
  const most = mostTonight(tonight({ balanceMicros: usd(12) }));

  expect(most).toMatchObject({ mostMicros: usd(12), decidedBy: 'money' });
});

test('what automatic top-up may add is money that can be lost', () => {
  const most = mostTonight(tonight({ balanceMicros: usd(12), topUpsMicros: usd(40) }));

  expect(most).toMatchObject({ mostMicros: usd(52), money: { sumMicros: usd(52) } });
});

test('with a saved card the balance is no bound: the limits decide, and without them what add-funds takes', () => {
  const saved = { balanceMicros: usd(12), savedCardsMicros: usd(15_000) };
  const most = mostTonight(tonight(saved));
  const lifted = new Set<LimitName>(['day', 'hour']);

  // Without the card it was the twelve dollars of the balance: now 50 of today and 50 of tomorrow.
  expect(most).toMatchObject({ mostMicros: usd(100), decidedBy: 'limits', money: { sumMicros: usd(15_012) } });
  expect(mostTonight(tonight({ ...saved, lifted }))).toMatchObject({ mostMicros: usd(15_012), decidedBy: 'money' });
});

test('with much money two days of limits are the most: what is left today, and the whole of tomorrow', () => {
  const used = { ...unused, dayMicros: usd(13), hourMicros: usd(5) };
  const { limits: allowed, ...most } = mostTonight(tonight({ account: { limits, used }, underWayMicros: usd(2) }));

  // Today 50 − 13 = 37, and 15 of this hour with two more of 20 = 55; tomorrow 50, and 8 hours of 20.
  expect(allowed.parts.map(({ mostMicros }) => mostMicros)).toEqual([usd(37), usd(50)]);
  expect(allowed.parts.map(({ account }) => account.hours)).toEqual([2, 8]);
  expect(most).toMatchObject({ mostMicros: usd(89), decidedBy: 'limits' });
});

test('an hour limit that is lower than the day decides', () => {
  const low = { ...limits, hourMicros: usd(1) };
  const most = mostTonight(tonight({ account: { limits: low, used: unused } }));

  expect(most.mostMicros).toBe(usd(3 + 8));
});

test('sign-ins that may spend less than the account decide, together', () => {
  const small = { limits: { ...limits, dayMicros: usd(5) }, used: unused };

  expect(mostTonight(tonight({ users: [small] })).mostMicros).toBe(usd(10));
  expect(mostTonight(tonight({ users: [small, small] })).mostMicros).toBe(usd(20));
});

test('a lifted limit bounds nothing until midnight, and counts again after it', () => {
  const lifted = new Set<LimitName>(['day', 'hour']);
  const most = mostTonight(tonight({ lifted }));

  expect(most).toMatchObject({ mostMicros: usd(1_000), decidedBy: 'money', limits: { sumMicros: null } });
  expect(most.limits.parts[1]?.mostMicros).toBe(usd(50));
});
