import type { Micros } from '@farline/contracts';
import { monthsLater, type Span } from '../../../platform/local-days.ts';

/** A number that an account rents. */
export type Rental = {
  id: string;
  accountId: string;
  e164: string;
  /** A month, as it was when the number was ordered. */
  monthlyMicros: Micros;
  /** A minute of a call that comes in, in the same way. */
  perMinuteMicros: Micros;
  currency: string;
  startedAt: Date;
  anchorAt: Date;
  periodNumber: number;
  period: Span;
  /** The month is over and the next one is not paid yet. */
  unpaid: { since: Date; graceTo: Date } | null;
};

export type RentalEnd = 'released' | 'unpaid' | 'account_closed';

const DAY_MS = 24 * 60 * 60_000;
/** How long a number rings on without the payment of its next month. */
export const GRACE_DAYS = 14;
/**
 * How long nobody else can rent a number that was released, so that they are not rung by those who want the one before. The
 * least time that the United States ask for (47 CFR 52.15(f)(1)(ii)).
 */
export const QUARANTINE_DAYS = 45;
/** So many days before a month ends, somebody is told if their balance will not do for the next. */
const WARN_DAYS = [7, 3, 1];

/** So many days of 24 hours after an instant. */
export const daysLater = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);

/** The month that begins now, on the clocks of a time zone. */
export function firstPeriod(now: Date, timeZone: string): Pick<Rental, 'period' | 'anchorAt' | 'periodNumber'> {
  return { period: { from: now, to: monthsLater(now, 1, timeZone) }, anchorAt: now, periodNumber: 1 };
}

/** A number that an account had: when that ended, and until when it was paid. */
export type PastRental = { endedAt: Date; paidUntil: Date };

/**
 * The month that an order pays; null: the account never had the number. Who left days of grace unpaid when they had it last has them
 * counted in it: else giving a number back and renting it again would make a fortnight of every month free.
 */
export function orderedPeriod(now: Date, timeZone: string, last: PastRental | null): ReturnType<typeof firstPeriod> {
  return firstPeriod(new Date(now.getTime() - countedMs(last)), timeZone);
}

/** When the month that an order pays ends, where days that were not paid count in it; null: none do. */
export function firstMonthEnd(now: Date, timeZone: string, last: PastRental | null): Date | null {
  return countedMs(last) === 0 ? null : orderedPeriod(now, timeZone, last).period.to;
}

/** How much of the next month somebody has had of a number already, in days of grace. */
function countedMs(last: PastRental | null): number {
  const unpaidMs = last === null ? 0 : last.endedAt.getTime() - last.paidUntil.getTime();
  return Math.min(Math.max(unpaidMs, 0), GRACE_DAYS * DAY_MS);
}

/**
 * The month after the present one. One that would be over already, because nobody was there to begin it, is not charged for: then
 * it begins now. Where the account's time zone was changed, it ends on the clocks of the new one.
 */
export function nextPeriod(
  { anchorAt, periodNumber, period }: Pick<Rental, 'period' | 'anchorAt' | 'periodNumber'>,
  now: Date,
  timeZone: string,
): Pick<Rental, 'period' | 'anchorAt' | 'periodNumber'> {
  const to = monthsLater(anchorAt, periodNumber + 1, timeZone);
  if (to <= now) return firstPeriod(now, timeZone);
  return { period: { from: period.to, to }, anchorAt, periodNumber: periodNumber + 1 };
}

/** When a number has to be looked at next: at a warning that is still to come, or at the end of its month. */
export function nextLook({ to }: Span, now: Date): Date {
  const looks = WARN_DAYS.map((days) => daysLater(to, -days)).filter((at) => at > now);
  return looks[0] ?? to;
}
