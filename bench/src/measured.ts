/** One row of the table: ours beside a bare peer, measured in one run. */
export type Measured = {
  what: string;
  unit: string;
  ours: number;
  bare: number;
  /** What was aimed at, in words; null for a row that only explains another. */
  aim: string | null;
  isMet: boolean;
  /** What the figures do not say. */
  remark?: string;
};

/** The value in the middle: one disturbed round does not move it. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that this share of all values does not pass. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}
