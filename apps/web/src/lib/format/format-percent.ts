import { formatShare } from './format.ts';

/** So many percent as the page's language writes them, with up to this many decimals. */
export function formatPercent(percent: number, decimals = 0): string {
  // Through its digits: 0.7 / 100 is less than 0.007, and a share is rounded down.
  return formatShare(Number(`${percent.toFixed(decimals)}e-2`), decimals);
}
