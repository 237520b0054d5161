import { expect, test } from 'vitest';
import { FIRST_TOASTER, nextToaster, toastStandsMs } from './toaster-state.ts';

const wanted = { isWanted: true, isThere: false };
const standing = { isWanted: true, isThere: true };

test.each([
  [FIRST_TOASTER, 'toast', wanted],
  [wanted, 'toast', wanted],
  [wanted, 'came', standing],
  [standing, 'toast', standing],
  [standing, 'went', wanted],
] as const)('%j, then %s: %j', (toaster, event, next) => {
  expect(nextToaster(toaster, event)).toEqual(next);
});

test.each([
  [undefined, 5_000],
  [1, 1],
  [8_000, 8_000],
  [0, Number.POSITIVE_INFINITY],
  [-1, Number.POSITIVE_INFINITY],
])('a toast of %j ms stands for %d ms', (durationMs, standsMs) => {
  expect(toastStandsMs(durationMs)).toBe(standsMs);
});
