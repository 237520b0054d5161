import { type Micros, micros } from '@farline/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CallTerms, priceCall } from '../../rating/index.ts';
import { firstStretch, grantedByHold } from './first-stretch.ts';
import { nextStretch } from './next-stretch.ts';
import { usualSettings } from '../record/settings.ts';

const terms = (over: Partial<CallTerms>): CallTerms => ({
  currency: 'USD',
  perMinuteMicros: micros(60_000n),
  connectionMicros: micros(0n),
  minimumSeconds: 0,
  firstSeconds: 1,
  nextSeconds: 1,
  ...over,
});
const bySecond = terms({});
const byMinute = terms({ firstSeconds: 60, nextSeconds: 60 });
const withFee = terms({ connectionMicros: micros(50_000n), firstSeconds: 30, nextSeconds: 6 });

test.each([
  ['150 s by the second', bySecond, null, 150_000n, 1_000n],
  ['150 s by the minute are three minutes', byMinute, null, 180_000n, 60_000n],
  ['a connection fee comes first', withFee, null, 200_000n, 80_000n],
  ['shared: half of what there is', bySecond, 100_000n, 50_000n, 1_000n],
  ['shared: not below thirty seconds', bySecond, 40_000n, 30_000n, 1_000n],
  ['shared: not below the first increment', byMinute, 60_000n, 60_000n, 60_000n],
  ['shared: no more than the full stretch', bySecond, 10_000_000n, 150_000n, 1_000n],
] as const)('first stretch: %s', (_what, rate, shared, wanted, least) => {
  expect(firstStretch(rate, usualSettings, shared === null ? null : micros(shared))).toEqual({
    free: false,
    wantedMicros: wanted,
    leastMicros: least,
  });
});

test('a free call takes no hold and ends after ten minutes', () => {
  const free = terms({ perMinuteMicros: micros(0n) });
  expect(firstStretch(free, usualSettings, null)).toEqual({ free: true, grantedSeconds: 600 });
});

const answeredAt = new Date('2026-01-01T00:00:00Z');
const after = (seconds: number) => new Date(answeredAt.getTime() + seconds * 1000);

test.each([
  [
    '150 s from now',
    bySecond,
    { granted: 150, held: 150_000n },
    75,
    null,
    { step: 'add', seconds: 225, wantedMicros: 75_000n, leastMicros: 1_000n },
  ],
  [
    'by the minute',
    byMinute,
    { granted: 180, held: 180_000n },
    105,
    null,
    { step: 'add', seconds: 255, wantedMicros: 120_000n, leastMicros: 60_000n },
  ],
  [
    'what is held beyond the granted counts',
    byMinute,
    { granted: 60, held: 70_000n },
    0,
    null,
    { step: 'add', seconds: 150, wantedMicros: 110_000n, leastMicros: 50_000n },
  ],
  [
    'shared: half of what there is',
    bySecond,
    { granted: 60, held: 60_000n },
    0,
    80_000n,
    { step: 'add', seconds: 100, wantedMicros: 40_000n, leastMicros: 1_000n },
  ],
  [
    'shared: not below thirty more seconds',
    bySecond,
    { granted: 60, held: 60_000n },
    0,
    20_000n,
    { step: 'add', seconds: 90, wantedMicros: 30_000n, leastMicros: 1_000n },
  ],
  ['the hold reaches already', bySecond, { granted: 60, held: 400_000n }, 0, null, { step: 'enough', seconds: 400 }],
  ['no call lasts longer', bySecond, { granted: 14_400, held: 0n }, 14_300, null, { step: 'longest' }],
] as const)('next stretch: %s', (_what, rate, call, elapsed, shared, expected) => {
  const running = { terms: rate, answeredAt, grantedSeconds: call.granted, heldMicros: micros(call.held) };
  expect(nextStretch(running, usualSettings, after(elapsed), shared === null ? null : micros(shared))).toEqual(
    expected,
  );
});

test('what is granted is always paid by what is held, and a step more is not', () => {
  const anyTerms = fc.record({
    perMinuteMicros: fc.bigInt(1n, 5_000_000n).map(micros),
    connectionMicros: fc.bigInt(0n, 500_000n).map(micros),
    minimumSeconds: fc.nat(90),
    firstSeconds: fc.integer({ min: 1, max: 90 }),
    nextSeconds: fc.integer({ min: 1, max: 90 }),
  });
  fc.assert(
    fc.property(anyTerms, fc.bigInt(1n, 100_000_000n), (rate, held) => {
      const any = terms(rate);
      const granted = grantedByHold(any, usualSettings, held as Micros);
      expect(priceCall(any, granted) <= held).toBe(true);
      const isCapped = granted === usualSettings.longestSeconds;
      expect(isCapped || priceCall(any, granted + 1) > held).toBe(true);
    }),
  );
});
