import { expect, test } from 'vitest';
import { nextSaid, type SaidStretch } from './ending-soon.ts';

/** What a screen reader is told while so many seconds are left, one after another. */
function toldWith(lefts: readonly (number | null)[]): number[] {
  const told: number[] = [];
  let said: SaidStretch | null = null;
  for (const left of lefts) {
    const next = nextSaid(said, left);
    if (next !== said && next !== null) told.push(next.left);
    said = next;
  }
  return told;
}

test.each<[string, readonly (number | null)[], number[]]>([
  ['each second of the last minute', Array.from({ length: 80 }, (_, second) => 79 - second), [60, 30, 10]],
  ['an end that is not known', [null, null], []],
  ['an end that becomes known late', [null, 42, 41, 30], [42, 30]],
  ['money that is added in the last minute', [61, 60, 59, 300, 299, 60], [60, 60]],
  ['a moment past the end', [11, 0, -1], [11, 0]],
])('%s is told at its marks alone', (_what, lefts, told) => {
  expect(toldWith(lefts)).toEqual(told);
});
