/** One row of the table: ours beside a bare peer, measured in one run. More is better for both. */
export type Measured = {
  what: string;
  unit: string;
  ours: number;
  bare: number;
  /** What was aimed at, in words. */
  aim: string;
  isMet: boolean;
};

/** The value in the middle: one disturbed round does not move it. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
