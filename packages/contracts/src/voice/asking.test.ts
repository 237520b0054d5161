import { expect, test } from 'vitest';
import { isGivenUp } from './asking.ts';

test.each([
  ['an engine that waits for 3 s', { at: 1_000, waitsMs: 3_000 }, 3_500],
  ['an engine that waits for 30 s', { at: 1_000, waitsMs: 30_000 }, 30_500],
  ['an engine that does not say how long', { at: 1_000 }, 3_500],
])('%s is answered until half a second before it gives up', (_which, ask, last) => {
  expect(isGivenUp(ask, last)).toBe(false);
  expect(isGivenUp(ask, last + 1)).toBe(true);
});
