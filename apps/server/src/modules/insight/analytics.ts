import type { z } from 'zod';
import type { analyticsReply } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { dayText, localDay, startOfDay } from '../../platform/local-days.ts';
import { callInsight } from './call-insight.ts';
import { type CalendarPeriod, periodStart } from './days.ts';
import { figuresOf } from './figures.ts';
import { sumsOf } from './call-sums-store.ts';

/**
 * What an account's calls have come to since its day, week, month or year began, and what they had come to as far into
 * the one before, to the quarter of an hour.
 */
export async function analytics(
  database: Executor,
  wanted: { account: { id: string; currency: string; timeZone: string }; period: CalendarPeriod; now: Date },
): Promise<z.infer<typeof analyticsReply>> {
  const { account, period, now } = wanted;
  const zone = account.timeZone;
  const today = localDay(now, zone);
  const { start, previousStart } = periodStart(today, period);
  const [from, previousFrom] = [startOfDay(start, zone), startOfDay(previousStart, zone)];
  const previousBefore = new Date(Math.min(from.getTime(), previousFrom.getTime() + now.getTime() - from.getTime()));

  const days = { accountId: account.id, currency: account.currency, zone, from: start, to: today };
  const { total, byDay, byCountry, byDestination } = await callInsight(database, days);
  const previous = await sumsOf(database, { accountId: account.id, from: previousFrom, before: previousBefore });
  return {
    period,
    from: dayText(start),
    to: dayText(today),
    zone,
    analytics: {
      current: figuresOf(total, account.currency),
      previous: figuresOf(previous, account.currency),
      byDay,
      byCountry,
      byDestination,
    },
  };
}
