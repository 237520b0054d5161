import { micros } from '@farline/contracts';
import { expect, test } from 'vitest';
import { isUnusual, sumHours } from './unusual-spending.ts';

test.each([
  ['less than 5 in an hour', 4_999_999n, 0n, false],
  ['5 in an hour of an account that never spent', 5_000_000n, 0n, true],
  ['three times the highest hour', 6_000_000n, 2_000_000n, false],
  ['more than three times the highest hour', 6_000_001n, 2_000_000n, true],
  ['an expensive hour of somebody who has such hours', 90_000_000n, 40_000_000n, false],
])('%s', (_what, spent, highest, unusual) => {
  expect(isUnusual({ spentMicros: micros(spent), highestBeforeMicros: micros(highest) })).toBe(unusual);
});

test('calls count in the hour in which they end, free ones not at all', () => {
  const call = (at: string, costMicros: bigint) => ({ accountId: 'a', at: new Date(at), costMicros });

  expect(
    sumHours([
      call('2026-03-01T12:00:00Z', 1n),
      call('2026-03-01T12:59:59.999Z', 2n),
      call('2026-03-01T13:00:00Z', 4n),
      call('2026-03-01T13:00:00Z', 0n),
    ]).map(({ hourFrom, spentMicros }) => [hourFrom.toISOString(), spentMicros]),
  ).toEqual([
    ['2026-03-01T12:00:00.000Z', 3n],
    ['2026-03-01T13:00:00.000Z', 4n],
  ]);
});
