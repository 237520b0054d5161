import { micros, type statsReply, toMoney } from '@farline/contracts';
import type { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { findAccount } from '../../accounts/index.ts';
import { periodStarts, type StatsPeriod } from './call-lists-store.ts';
import { statsBetween } from './call-sums-store.ts';
import { accountClosed } from '../record/calls-problems.ts';

/**
 * What an account's calls came to since its day, week, month or year began, and what they had come to as far into the
 * period before. Periods begin at midnight of the account's own time zone.
 */
export async function callStats(
  deps: { database: Database; clock: Clock },
  wanted: { accountId: string; period: StatsPeriod },
): Promise<z.infer<typeof statsReply>> {
  const { accountId, period } = wanted;
  const account = await findAccount(deps.database, accountId);
  if (account === null) throw accountClosed();
  const now = deps.clock.now();
  const { start, previousStart } = await periodStarts(deps.database, { period, timeZone: account.timeZone, now });
  const previousEnd = new Date(Math.min(start.getTime(), previousStart.getTime() + now.getTime() - start.getTime()));

  const between = async (from: Date, to: Date) => {
    const stats = await statsBetween(deps.database, { accountId, from, to });
    return {
      calls: stats.calls,
      answered: stats.answered,
      answeredSeconds: stats.answeredSeconds,
      averageSeconds: stats.answered === 0 ? null : Math.round(stats.answeredSeconds / stats.answered),
      cost: toMoney(micros(stats.costMicros), account.currency),
    };
  };
  return {
    period,
    from: start.toISOString(),
    to: now.toISOString(),
    // A call that begins this very millisecond is part of it.
    current: await between(start, new Date(now.getTime() + 1)),
    previous: await between(previousStart, previousEnd),
  };
}
