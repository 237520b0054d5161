import {
  type LimitFigures,
  type Meter,
  type MeterShare,
  type Micros,
  type OwnLimits,
  type SpendingLimits,
  toMoney,
} from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { findWallet } from '../ledger/index.ts';
import type { Limits, Used } from './limit.ts';
import type { LimitedAccount, LimitsDeps } from './limits-deps.ts';
import { liftsOf, openedBy } from './limits-store.ts';
import { type MostTonight, mostTonight, nightFrom, type Share } from './meter.ts';
import { underWayOf } from './spending-store.ts';
import { type PresentUsage, presentUsage } from './usage.ts';

type ViewDeps = Pick<LimitsDeps, 'database' | 'clock' | 'usual' | 'usersOf' | 'topUpsUntil' | 'savedCardsUntil'>;

/** The limits of an account and of one of its users, how far each has come, and the most that could be lost tonight. */
export async function viewLimits(
  deps: ViewDeps,
  { account, userId }: { account: LimitedAccount; userId: string },
): Promise<SpendingLimits> {
  const { database: db, usual } = deps;
  const now = deps.clock.now();
  const { id: accountId, timeZone, currency } = account;
  const usageByUser = await usagesOf(deps, account, now);
  const own = usageByUser.get(userId);
  if (own === undefined) throw new Error(`user ${userId} is not one of account ${accountId}`);
  const opened = await openedBy(db, accountId);
  const lifts = await liftsOf(db, { accountId, now });
  return {
    account: viewOwn(own.account, usual.account, currency),
    signIn: viewOwn(own.user, usual.user, currency),
    dayEndsAt: own.windows.day.to.toISOString(),
    hourEndsAt: own.windows.hour.to.toISOString(),
    lifted: lifts.map(({ limit, until }) => ({ limit, until: until.toISOString() })),
    opened: opened.map(({ countryCode, kind, openedAt }) => ({
      id: `${countryCode}-${kind}`,
      countryCode: countryCode === NO_COUNTRY ? null : countryCode,
      kind,
      openedAt: openedAt.toISOString(),
    })),
    meter: viewMeter(await meterOf(deps, account, { own, usageByUser, now, timeZone }), currency),
  };
}

/** What satellites and other services of no country have for one. */
export const NO_COUNTRY = '001';

async function usagesOf(deps: ViewDeps, account: LimitedAccount, now: Date): Promise<Map<string, PresentUsage>> {
  const usageByUser = new Map<string, PresentUsage>();
  for (const userId of await deps.usersOf(deps.database, account.id)) {
    const wanted = { accountId: account.id, userId, timeZone: account.timeZone, destination: null, now };
    usageByUser.set(userId, await presentUsage(deps.database, deps.usual, wanted));
  }
  return usageByUser;
}

async function meterOf(
  deps: ViewDeps,
  account: LimitedAccount,
  present: { own: PresentUsage; usageByUser: Map<string, PresentUsage>; now: Date; timeZone: string },
): Promise<MostTonight> {
  const { own, usageByUser, now, timeZone } = present;
  const until = nightFrom(now, timeZone).to;
  return mostTonight({
    now,
    timeZone,
    windows: own.windows,
    account: own.account,
    users: [...usageByUser.values()].map(({ user }) => user),
    lifted: own.lifted,
    balanceMicros: await balanceOf(deps.database, account),
    topUpsMicros: await deps.topUpsUntil(deps.database, { accountId: account.id, timeZone, now, until }),
    savedCardsMicros: await deps.savedCardsUntil(deps.database, { accountId: account.id, now, until }),
    underWayMicros: await underWayOf(deps.database, account.id),
  });
}

async function balanceOf(db: Executor, account: LimitedAccount): Promise<Micros> {
  const wallet = await findWallet(db, account.walletId);
  if (wallet === null) throw new Error(`account ${account.id} has no wallet ${account.walletId}`);
  return wallet.balanceMicros;
}

function viewOwn({ limits, used }: { limits: Limits; used: Used }, usual: Limits, currency: string): OwnLimits {
  return {
    limits: viewFigures(limits, currency),
    usual: viewFigures(usual, currency),
    used: {
      day: toMoney(used.dayMicros, currency),
      hour: toMoney(used.hourMicros, currency),
      calls: used.calls,
      newCountries: used.newCountries,
    },
  };
}

const viewFigures = (limits: Limits, currency: string): LimitFigures => ({
  day: toMoney(limits.dayMicros, currency),
  hour: toMoney(limits.hourMicros, currency),
  perMinute: toMoney(limits.perMinuteMicros, currency),
  connectionFee: toMoney(limits.connectionMicros, currency),
  calls: limits.calls,
  newCountries: limits.newCountries,
});

function viewMeter(tonight: MostTonight, currency: string): Meter {
  const { money, limits } = tonight;
  return {
    most: toMoney(tonight.mostMicros, currency),
    until: tonight.until.toISOString(),
    decidedBy: tonight.decidedBy,
    money: {
      balance: toMoney(money.balanceMicros, currency),
      topUps: toMoney(money.topUpsMicros, currency),
      savedCards: toMoney(money.savedCardsMicros, currency),
      sum: toMoney(money.sumMicros, currency),
    },
    limits: {
      underWay: toMoney(limits.underWayMicros, currency),
      parts: limits.parts.map(({ from, to, account, signIns, mostMicros }) => ({
        from: from.toISOString(),
        to: to.toISOString(),
        account: viewShare(account, currency),
        signIns: viewShare(signIns, currency),
        most: orNull(mostMicros, currency),
      })),
      sum: orNull(limits.sumMicros, currency),
    },
  };
}

const viewShare = (share: Share, currency: string): MeterShare => ({
  dayLeft: orNull(share.dayLeftMicros, currency),
  hourLeft: orNull(share.hourLeftMicros, currency),
  hourLimit: orNull(share.hourLimitMicros, currency),
  hours: share.hours,
  most: orNull(share.mostMicros, currency),
});

const orNull = (amount: Micros | null, currency: string) => (amount === null ? null : toMoney(amount, currency));
