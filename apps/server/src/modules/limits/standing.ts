import { type LimitOwner, micros } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import type { Standing } from './judge.ts';
import { type Used, type UsualLimits, withUsual } from './limit.ts';
import type { DestinationGroup } from './limits-store.ts';
import { type Counted, type KeptStanding, readStanding } from './spending-store.ts';
import { type Windows, windowsAt } from './windows.ts';

/** Where an account and one of its users stand now, and the day and hour that count. */
export type PresentStanding = Standing & { timeZone: string; windows: Windows };

/**
 * Reads where an account and one of its users stand. What was counted in a day or hour that is over does not count. Without
 * `timeZone`, the one of the last call counts.
 */
export async function presentStanding(
  db: Executor,
  usual: UsualLimits,
  wanted: {
    accountId: string;
    userId: string;
    timeZone: string | null;
    destination: DestinationGroup | null;
    now: Date;
  },
): Promise<PresentStanding> {
  const { now } = wanted;
  const dayFrom = wanted.timeZone === null ? now : windowsAt(now, wanted.timeZone, null).day.from;
  const kept = await readStanding(db, { ...wanted, dayFrom });
  const { counted } = kept;
  const timeZone = wanted.timeZone ?? counted?.timeZone ?? 'UTC';
  const windows = windowsAt(now, timeZone, counted?.windows ?? null);
  return {
    timeZone,
    windows,
    account: {
      limits: withUsual(kept.chosen.account, usual.account),
      used: usedIn(windows, kept, 'account'),
    },
    user: { limits: withUsual(kept.chosen.user, usual.user), used: usedIn(windows, kept, 'sign_in') },
    lifted: kept.lifted,
    isOpened: kept.isOpened,
    isKnownCountry: kept.isKnownCountry,
  };
}

function usedIn(windows: Windows, kept: KeptStanding, owner: LimitOwner): Used {
  const newCountries = owner === 'account' ? kept.newCountries.account : kept.newCountries.user;
  return { ...spentIn(windows, kept.counted, owner), newCountries };
}

function spentIn(windows: Windows, counted: Counted | null, owner: LimitOwner): Omit<Used, 'newCountries'> {
  if (counted === null) return { dayMicros: micros(0n), hourMicros: micros(0n), calls: 0 };
  const of = owner === 'account' ? counted.account : counted.user;
  const isSame = (period: 'day' | 'hour') =>
    counted.windows[period].from.getTime() === windows[period].from.getTime() &&
    counted.windows[period].to.getTime() === windows[period].to.getTime();
  return {
    dayMicros: isSame('day') ? of.dayMicros : micros(0n),
    hourMicros: isSame('hour') ? of.hourMicros : micros(0n),
    calls: of.calls,
  };
}
