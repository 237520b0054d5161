import type { Call } from '@farline/contracts/calls';
import { expect, test } from 'vitest';
import { rateOf } from './call-rate.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const TERMS = { perMinute: usd('0.0120'), connectionFee: usd('0'), minimumSeconds: 0, firstSeconds: 1, nextSeconds: 1 };

const rate = (direction: Call['direction'], kind: Call['destination']['kind'], terms: Partial<Call['terms']> = {}) =>
  rateOf({ direction, destination: { kind } as Call['destination'], terms: { ...TERMS, ...terms } }).replaceAll(
    '\u00a0',
    ' ',
  );

test('a call that came in to a number with a price a minute is told at that price, and no sooner free than it is', () => {
  expect(rate('inbound', 'mobile')).toBe('$0.012/min, in steps of 1 s');
  expect(rate('inbound', 'mobile', { perMinute: usd('0') })).toBe('Free');
});

test('a call that was placed is told at its price, its steps, its fee and the least of it', () => {
  const expensive = { connectionFee: usd('0.05'), minimumSeconds: 90, firstSeconds: 60, nextSeconds: 30 };
  expect(rate('outbound', 'mobile', expensive)).toBe(
    '$0.012/min, in steps of 60 s then 30 s, $0.05 connection fee, at least 90 s',
  );
  expect(rate('outbound', 'mobile', { perMinute: usd('0') })).toBe('$0.00/min, in steps of 1 s');
});

test.each(['echo', 'voicemail'] as const)('a call to our %s is free', (kind) => {
  expect(rate('outbound', kind)).toBe('Free');
});
