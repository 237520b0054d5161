import { micros } from '@farline/contracts';
import { expect, test } from 'vitest';
import { type CallTerms, isDearer, termsReply } from './call-terms.ts';

const TERMS: CallTerms = {
  currency: 'USD',
  perMinuteMicros: micros(18_000n),
  connectionMicros: micros(10_000n),
  minimumSeconds: 1,
  firstSeconds: 30,
  nextSeconds: 6,
};
const SHOWN = termsReply(TERMS);

test('what was shown is not dearer than itself', () => {
  expect(isDearer(TERMS, SHOWN)).toBe(false);
});

test.each<[string, Partial<CallTerms>]>([
  ['a minute that costs a millionth more', { perMinuteMicros: micros(18_001n) }],
  ['a higher fee on answer', { connectionMicros: micros(10_001n) }],
  ['a longer time that counts at least', { minimumSeconds: 2 }],
  ['a longer first step', { firstSeconds: 60 }],
  ['longer steps', { nextSeconds: 60 }],
  ['another currency', { currency: 'EUR' }],
])('%s is dearer', (_what, change) => {
  expect(isDearer({ ...TERMS, ...change }, SHOWN)).toBe(true);
});

test('a price that has fallen is not dearer', () => {
  const lower = { perMinuteMicros: micros(17_999n), connectionMicros: micros(0n), firstSeconds: 6 };
  expect(isDearer({ ...TERMS, ...lower }, SHOWN)).toBe(false);
});
