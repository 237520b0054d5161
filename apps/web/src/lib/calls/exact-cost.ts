import type { Call } from '@farline/contracts/calls';
import { formatPrice } from '../format/format.ts';

/** What it cost to the last digit, for whoever points at what was said at sight; undefined where it cost nothing, or nothing yet. */
export function exactCostOf({ cost }: Pick<Call, 'cost'>): string | undefined {
  return cost === null || Number(cost.amount) === 0 ? undefined : formatPrice(cost);
}
