import { type LimitOwner, micros } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import type { LimitsUsage } from './judge.ts';
import { type Used, type UsualLimits, withUsual } from './limit.ts';
import { type Counted, type KeptUsage, readUsage, type UsageOf } from './spending-store.ts';
import { type Windows, windowsAt } from './windows.ts';

/** Where an account and one of its users stand now, and the day and hour that count. */
export type PresentUsage = LimitsUsage & { timeZone: string; windows: Windows };

/** Whose usage: without `timeZone`, the one of the account's last call counts. */
export type Wanted = UsageOf & { userId: string; timeZone: string | null };

/** Reads where an account and one of its users stand. */
export async function presentUsage(db: Executor, usual: UsualLimits, wanted: Wanted): Promise<PresentUsage> {
  return usageNow(await readUsage(db, wanted), usual, wanted);
}

/** Where they stand by what was last counted: what was counted in a day or hour that is over does not count. */
export function usageNow(
  kept: KeptUsage,
  usual: UsualLimits,
  { userId, timeZone: asked, now }: Pick<Wanted, 'userId' | 'timeZone' | 'now'>,
): PresentUsage {
  const { counted } = kept;
  const timeZone = asked ?? counted?.timeZone ?? 'UTC';
  const windows = windowsAt(now, timeZone, counted?.windows ?? null);
  const newCountries = kept.newCountries.filter(({ at }) => at >= windows.day.from);
  return {
    timeZone,
    windows,
    account: {
      limits: withUsual(kept.chosen.account, usual.account),
      used: { ...spentIn(windows, counted, 'account'), newCountries: newCountries.length },
    },
    user: {
      limits: withUsual(kept.chosen.user, usual.user),
      used: {
        ...spentIn(windows, counted, 'sign_in'),
        newCountries: newCountries.filter((country) => country.userId === userId).length,
      },
    },
    lifted: kept.lifted,
    isOpened: kept.isOpened,
    isKnownCountry: kept.isKnownCountry,
  };
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
