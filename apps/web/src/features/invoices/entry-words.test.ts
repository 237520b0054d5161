import type { BillingEntry } from '@farline/contracts/billing';
import { expect, test } from 'vitest';
import { whatOf } from './entry-words.ts';

const entry = (part: Partial<BillingEntry>): BillingEntry =>
  ({ kind: 'call', peer: '+14155550123', call: null, link: null, ...part }) as BillingEntry;
const nobody = (): null => null;

test('a number stands in one line, whatever it was paid for', () => {
  expect(whatOf(entry({ kind: 'number' }), nobody)).toBe('Number +1\u00a0415\u00a0555\u00a00123');
  expect(whatOf(entry({ kind: 'message' }), nobody)).toContain(' +1\u00a0415\u00a0555\u00a00123');
  const call = { direction: 'outbound', to: '+14155550123', seconds: 61, isPractice: false } as const;
  expect(whatOf(entry({ call }), nobody)).toContain(' +1\u00a0415\u00a0555\u00a00123');
});

test('a person stands there by their name', () => {
  expect(whatOf(entry({ kind: 'message' }), () => 'Ada Lovelace')).toContain('Ada Lovelace');
});
