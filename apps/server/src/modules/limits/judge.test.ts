import { type LimitName, micros } from '@farline/contracts';
import { expect, test } from 'vitest';
import { judgeCall, leftToSpend, type LimitsUsage, type WantedCall } from './judge.ts';
import { type Limits, type Used, usualLimits } from './limit.ts';

const limits: Limits = {
  dayMicros: micros(1_000n),
  hourMicros: micros(500n),
  perMinuteMicros: micros(100n),
  connectionMicros: micros(10n),
  calls: 2,
  newCountries: 3,
};
const nothing: Used = { dayMicros: micros(0n), hourMicros: micros(0n), calls: 0, newCountries: 0 };
const ordinary: WantedCall = {
  perMinuteMicros: micros(100n),
  connectionMicros: micros(10n),
  leastMicros: micros(50n),
  countryCode: 'GB',
  isClosed: false,
};

const usage = (over: Partial<LimitsUsage> = {}): LimitsUsage => ({
  account: { limits, used: nothing },
  user: { limits, used: nothing },
  lifted: new Set<LimitName>(),
  isOpened: false,
  isKnownCountry: true,
  ...over,
});
const accountUsed = (used: Partial<Used>, over: Partial<LimitsUsage> = {}): LimitsUsage =>
  usage({ account: { limits, used: { ...nothing, ...used } }, ...over });
const userUsed = (used: Partial<Used>, over: Partial<LimitsUsage> = {}): LimitsUsage =>
  usage({ user: { limits, used: { ...nothing, ...used } }, ...over });

test('a call at every limit is allowed, and may hold what the hour leaves', () => {
  const call = judgeCall(accountUsed({ calls: 1, newCountries: 2 }, { isKnownCountry: false }), ordinary);

  expect(call).toEqual({ allowed: true, left: { mostMicros: 500n, bound: { limit: 'hour', owner: 'account' } } });
});

test.each<[string, LimitsUsage, Partial<WantedCall>, string, string]>([
  ['a micro-dollar more expensive a minute', usage(), { perMinuteMicros: micros(101n) }, 'per_minute', 'account'],
  ['a micro-dollar more expensive on answer', usage(), { connectionMicros: micros(11n) }, 'connection_fee', 'account'],
  ['a destination that nobody opened', usage(), { isClosed: true }, 'destination', 'account'],
  ['one call too many of the account', accountUsed({ calls: 2 }), {}, 'calls', 'account'],
  ['one call too many of the sign-in', userUsed({ calls: 2 }), {}, 'calls', 'sign_in'],
  [
    'one new country too many',
    accountUsed({ newCountries: 3 }, { isKnownCountry: false }),
    {},
    'new_countries',
    'account',
  ],
  ['less left of the day than the first step', accountUsed({ dayMicros: micros(951n) }), {}, 'day', 'account'],
  ['less left of the hour than the first step', userUsed({ hourMicros: micros(451n) }), {}, 'hour', 'sign_in'],
])('%s is stopped, and it is said by what', (_what, at, over, limit, owner) => {
  expect(judgeCall(at, { ...ordinary, ...over })).toEqual({ allowed: false, stop: { limit, owner } });
});

test('just enough left of the day for the first step is allowed, and no more is held', () => {
  expect(judgeCall(accountUsed({ dayMicros: micros(950n) }), ordinary)).toEqual({
    allowed: true,
    left: { mostMicros: 50n, bound: { limit: 'day', owner: 'account' } },
  });
});

test('a country that the account called before is not new', () => {
  expect(judgeCall(accountUsed({ newCountries: 3 }), ordinary).allowed).toBe(true);
});

test('an opened destination may be closed and expensive, but counts against the day', () => {
  const expensive = { ...ordinary, isClosed: true, perMinuteMicros: micros(9_999n), connectionMicros: micros(9_999n) };

  expect(judgeCall(usage({ isOpened: true }), expensive).allowed).toBe(true);
  expect(judgeCall(accountUsed({ dayMicros: micros(1_000n) }, { isOpened: true }), expensive)).toMatchObject({
    stop: { limit: 'day' },
  });
});

test.each<[LimitName, LimitsUsage, Partial<WantedCall>]>([
  ['per_minute', usage(), { perMinuteMicros: micros(101n) }],
  ['connection_fee', usage(), { connectionMicros: micros(11n) }],
  ['calls', accountUsed({ calls: 9 }), {}],
  ['new_countries', accountUsed({ newCountries: 9 }, { isKnownCountry: false }), {}],
  ['hour', accountUsed({ hourMicros: micros(500n) }), {}],
  ['day', accountUsed({ dayMicros: micros(1_000n) }), {}],
])('a lifted limit of %s stops nothing', (limit, at, over) => {
  expect(judgeCall(at, { ...ordinary, ...over }).allowed).toBe(false);
  expect(judgeCall({ ...at, lifted: new Set([limit]) }, { ...ordinary, ...over }).allowed).toBe(true);
});

test('with day and hour lifted nothing bounds a hold', () => {
  expect(leftToSpend(usage({ lifted: new Set<LimitName>(['day', 'hour']) }))).toBeNull();
});

test('a limit that became lower than what is used leaves nothing, never less', () => {
  expect(leftToSpend(accountUsed({ dayMicros: micros(5_000n) }))?.mostMicros).toBe(0n);
});

test('limits are on by default, and a sign-in has no more than its account', () => {
  for (const field of Object.keys(limits) as (keyof Limits)[]) {
    expect(usualLimits.account[field]).toBeGreaterThan(0);
    expect(usualLimits.user[field] <= usualLimits.account[field]).toBe(true);
  }
});
