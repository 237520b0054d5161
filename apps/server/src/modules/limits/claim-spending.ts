import type { LimitName, Micros } from '@farline/contracts';
import type { RawBuilder } from 'kysely';
import type { Transaction } from '../../platform/database.ts';
import {
  judgeCall,
  judgeMessage,
  type Judgement,
  type Left,
  leftToSpend,
  type LimitsUsage,
  type WantedCall,
  type WantedMessage,
} from './judge.ts';
import type { Limits, UsualLimits } from './limit.ts';
import type { CountryAndKind } from './limits-store.ts';
import {
  callClaimSpending,
  type Ceilings,
  type ClaimedMore,
  isLimitPassed,
  usageSql,
  type UsageJson,
  type UsageOf,
  toKeptUsage,
} from './spending-store.ts';
import { type PresentUsage, usageNow } from './usage.ts';

/** Who spends, and for what: one call has one claim. */
export type Spender = { causeId: string; accountId: string; userId: string };

/** Whose limits count, for what is to be spent where. */
type Judgeable = Spender & {
  destination: CountryAndKind | null;
  timeZone: string;
  now: Date;
};

/** A call that wants to begin. */
export type JudgedCall = WantedCall &
  Judgeable & {
    /** Of an account that only tries Farline out. */
    isTrial: boolean;
  };

/** A message that wants to be sent. */
export type JudgedMessage = WantedMessage & Judgeable;

/** Somebody was quicker: what was judged does not hold any more. The transaction is rolled back, and judged anew. */
export class LimitPassedMeanwhile extends Error {}

export type CallLimits = {
  /** What the judgements need, as one value of a statement. */
  usageSql(of: UsageOf): RawBuilder<UsageJson>;
  /** Whether a call may begin, what it may hold at most, and how its hold is then counted. */
  judge(usage: UsageJson, call: JudgedCall): Judged;
  /** Whether a message may be sent, as things are now, and how its hold is then counted: within the same limits, and as no call. */
  judgeMessage(usage: UsageJson, message: JudgedMessage): Judged;
  /** What a running call may hold more. */
  judgeMore(usage: UsageJson, call: Spender & { now: Date }): { left: Left; claim: Claim };
};

export type Judged = Judgement & { claim: Claim };

/** How what was held is counted; the database has the last word. */
export type Claim = {
  /** Throws `LimitPassedMeanwhile`. */
  take(tx: Transaction, amountMicros: Micros): Promise<void>;
  /** What is claimed, to be claimed together with what others claim. */
  claimed(amountMicros: Micros): ClaimedMore;
};

/** The limits as calls ask for them. */
export function createCallLimits(usual: UsualLimits): CallLimits {
  const judgement = (usage: PresentUsage, call: JudgedCall): Judged => {
    const countryCode = usage.isKnownCountry ? null : call.countryCode;
    return { ...judgeCall(usage, call), claim: claimOf(call, usage, { countryCode, isNew: true, isCall: true }) };
  };
  return {
    usageSql,
    judge: (json, call) => {
      const usage = usageNow(toKeptUsage(json), usual, call);
      return judgement(call.isTrial ? onTrial(usage, usual) : usage, call);
    },
    judgeMessage: (json, message) => {
      const usage = usageNow(toKeptUsage(json), usual, message);
      const countryCode = usage.isKnownCountry ? null : message.countryCode;
      const claim = claimOf(message, usage, { countryCode, isNew: false, isCall: false });
      return { ...judgeMessage(usage, message), claim };
    },
    judgeMore: (json, call) => {
      const usage = usageNow(toKeptUsage(json), usual, { ...call, timeZone: null });
      return {
        left: leftToSpend(usage),
        claim: claimOf(call, usage, { countryCode: null, isNew: false, isCall: true }),
      };
    },
  };
}

/** Whoever tries Farline out shares its sandbox with others: calls at once are the usual, whatever was chosen or lifted. */
function onTrial(usage: PresentUsage, usual: UsualLimits): PresentUsage {
  const { account, user, lifted } = usage;
  const calls = (one: Limits, other: Limits) => ({ ...one, calls: Math.min(one.calls, other.calls) });
  return {
    ...usage,
    account: { ...account, limits: calls(account.limits, usual.account) },
    user: { ...user, limits: calls(user.limits, usual.user) },
    lifted: new Set([...lifted].filter((limit) => limit !== 'calls')),
  };
}

function claimOf(
  { causeId, accountId, userId, now }: Spender & { now: Date },
  usage: PresentUsage,
  spent: { countryCode: string | null; isNew: boolean; isCall: boolean },
): Claim {
  const { timeZone, windows } = usage;
  const more = (amountMicros: Micros): ClaimedMore => {
    // A running call is not one more; what costs nothing passes no limit of money, also where that was lowered meanwhile.
    const counts = { calls: spent.isNew, money: amountMicros > 0n, countries: spent.countryCode !== null };
    return {
      causeId,
      accountId,
      userId,
      amountMicros,
      timeZone,
      windows,
      at: now,
      countryCode: spent.countryCode,
      isCall: spent.isCall,
      account: ceilings(usage, usage.account, counts),
      user: ceilings(usage, usage.user, counts),
    };
  };
  return {
    take: async (tx, amountMicros) => {
      try {
        await callClaimSpending(tx, more(amountMicros));
      } catch (error) {
        throw isLimitPassed(error) ? new LimitPassedMeanwhile() : error;
      }
    },
    claimed: more,
  };
}

function ceilings(
  { lifted }: LimitsUsage,
  { limits }: LimitsUsage['account'],
  counts: { calls: boolean; money: boolean; countries: boolean },
): Ceilings {
  const counted = <Value>(limit: LimitName, isCounted: boolean, value: Value) =>
    isCounted && !lifted.has(limit) ? value : null;
  return {
    dayMicros: counted('day', counts.money, limits.dayMicros),
    hourMicros: counted('hour', counts.money, limits.hourMicros),
    calls: counted('calls', counts.calls, limits.calls),
    newCountries: counted('new_countries', counts.countries, limits.newCountries),
  };
}
