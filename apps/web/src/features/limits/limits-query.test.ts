import '../../lib/testing/browser-stand-ins.ts';
import type { SpendingLimits } from '@farline/contracts/limits';
import { expect, test } from 'vitest';
import { msUntilCountingChanges } from './limits-query.ts';

const NOW = Date.parse('2026-01-31T23:30:00Z');

test.each([
  ['the hour ends', { hourEndsAt: '2026-02-01T00:00:00Z', lifted: [] }, 30 * 60_000],
  ['a limit is in force again', { hourEndsAt: '2026-02-01T00:00:00Z', lifted: ['2026-01-31T23:40:00Z'] }, 10 * 60_000],
  ['the clock here is ahead', { hourEndsAt: '2026-01-31T23:00:00Z', lifted: [] }, 30_000],
])('the limits are asked for again when %s', (_when, { hourEndsAt, lifted }, ms) => {
  const limits = {
    hourEndsAt,
    dayEndsAt: '2026-02-01T05:00:00Z',
    lifted: lifted.map((until) => ({ limit: 'day', until })),
  };
  expect(msUntilCountingChanges(limits as SpendingLimits, NOW)).toBe(ms);
});
