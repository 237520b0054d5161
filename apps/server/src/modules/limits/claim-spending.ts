import type { LimitName, Micros } from '@farline/contracts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { judgeCall, type Judgement, type Left, leftToSpend, type Standing, type WantedCall } from './judge.ts';
import type { UsualLimits } from './limit.ts';
import type { DestinationGroup } from './limits-store.ts';
import { callClaimSpending, type Ceilings } from './spending-store.ts';
import { type PresentStanding, presentStanding } from './standing.ts';

/** Who spends, and for what: one call has one claim. */
export type Spender = { causeId: string; accountId: string; userId: string };

/** Somebody was quicker: what was judged does not hold any more. The transaction is rolled back, and judged anew. */
export class LimitPassedMeanwhile extends Error {}

export type CallLimits = {
  /** Whether a call may begin, what it may hold at most, and how its hold is then counted. */
  judge(
    db: Executor,
    call: WantedCall & Spender & { destination: DestinationGroup | null; timeZone: string; now: Date },
  ): Promise<Judgement & { claim: Claim }>;
  /** What a running call may hold more. */
  judgeMore(db: Executor, call: Spender & { now: Date }): Promise<{ left: Left; claim: Claim }>;
};

/** Counts what was held. Throws `LimitPassedMeanwhile`: the database has the last word. */
export type Claim = (tx: Transaction, amountMicros: Micros) => Promise<void>;

/** The limits as calls ask for them. */
export function createCallLimits(usual: UsualLimits): CallLimits {
  return {
    judge: async (db, call) => {
      const { accountId, userId, timeZone, destination, now } = call;
      const standing = await presentStanding(db, usual, { accountId, userId, timeZone, destination, now });
      const countryCode = standing.isKnownCountry ? null : call.countryCode;
      return { ...judgeCall(standing, call), claim: claimOf(call, standing, { countryCode, isNew: true, at: now }) };
    },
    judgeMore: async (db, call) => {
      const { accountId, userId, now } = call;
      const standing = await presentStanding(db, usual, { accountId, userId, timeZone: null, destination: null, now });
      return {
        left: leftToSpend(standing),
        claim: claimOf(call, standing, { countryCode: null, isNew: false, at: now }),
      };
    },
  };
}

function claimOf(
  { causeId, accountId, userId }: Spender,
  standing: PresentStanding,
  call: { countryCode: string | null; isNew: boolean; at: Date },
): Claim {
  const { timeZone, windows } = standing;
  return async (tx, amountMicros) => {
    // A running call is not one more; what costs nothing passes no limit of money, also where that was lowered meanwhile.
    const counts = { calls: call.isNew, money: amountMicros > 0n };
    const isWithin = await callClaimSpending(tx, {
      ...{ causeId, accountId, userId, amountMicros, timeZone, windows, at: call.at },
      countryCode: call.countryCode,
      account: ceilings(standing, standing.account, counts),
      user: ceilings(standing, standing.user, counts),
    });
    if (!isWithin) throw new LimitPassedMeanwhile();
  };
}

function ceilings(
  { lifted }: Standing,
  { limits }: Standing['account'],
  counts: { calls: boolean; money: boolean },
): Ceilings {
  const counted = <Value>(limit: LimitName, counts: boolean, value: Value) =>
    counts && !lifted.has(limit) ? value : null;
  return {
    dayMicros: counted('day', counts.money, limits.dayMicros),
    hourMicros: counted('hour', counts.money, limits.hourMicros),
    calls: counted('calls', counts.calls, limits.calls),
  };
}
