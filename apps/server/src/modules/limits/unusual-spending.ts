import { type Micros, micros, microsOfUnits } from '@farline/contracts';

/** Less than this in an hour is never told. */
const LEAST_MICROS = microsOfUnits(5);
const TIMES_THE_HIGHEST = 3n;

/**
 * Whether an hour's spending is unusual: at least 5 units of money, and more than three times the highest hour of the
 * account's 30 days before it.
 */
export function isUnusual(hour: { spentMicros: Micros; highestBeforeMicros: Micros }): boolean {
  const bound = hour.highestBeforeMicros * TIMES_THE_HIGHEST;
  return hour.spentMicros >= LEAST_MICROS && hour.spentMicros > bound;
}

/** What each account spent in each clock hour (UTC). */
export type HourSpent = { accountId: string; hourFrom: Date; spentMicros: Micros };

/** Sums up what was spent in each account's hours. */
export function sumHours(spent: { accountId: string; at: Date; costMicros: bigint }[]): HourSpent[] {
  const sums = new Map<string, HourSpent>();
  for (const { accountId, at, costMicros } of spent) {
    if (costMicros <= 0n) continue;
    const hourFrom = hourOf(at);
    const key = `${accountId} ${hourFrom.getTime()}`;
    const before = sums.get(key)?.spentMicros ?? 0n;
    sums.set(key, { accountId, hourFrom, spentMicros: micros(before + costMicros) });
  }
  return [...sums.values()];
}

const HOUR_MS = 60 * 60_000;

/** When the clock hour (UTC) of an instant began. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
