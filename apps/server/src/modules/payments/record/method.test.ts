import { expect, test } from 'vitest';
import { expiryOf } from './method.ts';

test.each([
  ['2026-12-01T23:59:59Z', 'good'],
  ['2026-12-02T00:00:00Z', 'soon'],
  ['2026-12-31T23:59:59Z', 'soon'],
  ['2027-01-01T00:00:00Z', 'expired'],
])('a card that is good until December 2026 is at %s: %s', (now, expiry) => {
  expect(expiryOf({ expires: { year: 2026, month: 12 } }, new Date(now))).toBe(expiry);
});
