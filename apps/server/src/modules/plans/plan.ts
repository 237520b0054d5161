import type { Micros } from '@farline/contracts';

/** What an account can be on. The one without a price is what everybody starts on, and comes back to. */
export type Plan = {
  id: string;
  name: string;
  priceMicros: Micros;
  /** ISO 4217. */
  currency: string;
  /** The rate table that counts on it; null: the account's own. */
  rateTable: string | null;
  includedMessages: number;
  /** Seconds of destination groups, for each month. */
  minutes: { group: string; seconds: number }[];
  isOffered: boolean;
  isSample: boolean;
};

export const BASIC = 'basic';

/** An account's paid plan. */
export type Subscription = {
  id: string;
  accountId: string;
  planId: string;
  ownRateTable: string;
  startedAt: Date;
  anchorAt: Date;
  periodNumber: number;
  period: Period;
  /** What comes when the period ends; null: the same again. */
  nextPlanId: string | null;
  /** The period is over and the next one is not paid yet. */
  unpaid: { since: Date; graceTo: Date } | null;
};

/** From the first instant on, before the second. */
export type Period = { from: Date; to: Date };

const DAY_MS = 24 * 60 * 60_000;

/** The end of the `number`th month that is counted from an anchor: its day, or the last of a month that lacks it. In UTC. */
export function monthsAfter(anchor: Date, number: number): Date {
  const end = new Date(anchor);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + number);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return end;
}

/** How many days a period has, and how many of them are left; the one that has begun counts. */
export function daysOf(period: Period, now: Date): { days: number; daysLeft: number } {
  const days = Math.round((period.to.getTime() - period.from.getTime()) / DAY_MS);
  const left = Math.ceil((period.to.getTime() - now.getTime()) / DAY_MS);
  return { days, daysLeft: Math.min(days, Math.max(0, left)) };
}
