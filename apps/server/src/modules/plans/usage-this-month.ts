import { type Micros, micros } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { monthOf, type Span } from '../../platform/local-days.ts';
import { type Account, findTrial, type Trial } from '../accounts/index.ts';
import { findWallet, revenueFrom, usedOfAllowances, type Wallet, walletSums, wholeUnits } from '../ledger/index.ts';

export type UsageDeps = {
  /** How many calls an account has placed in a span, and for how long: counted by calls, from its own records. */
  countCalls: (
    db: Executor,
    wanted: { accountId: string; from: Date; to: Date },
  ) => Promise<{ calls: number; seconds: number }>;
  /** How many messages carriers took of an account in a span. */
  countMessages: (db: Executor, wanted: { accountId: string; from: Date; to: Date }) => Promise<number>;
};

export type Usage = {
  calls: number;
  /** Talked, and how much of that a plan's minutes covered. */
  seconds: number;
  includedSeconds: number;
  sms: number;
  costMicros: Micros;
  /** What of it calls came to, those that came in too. */
  callsMicros: Micros;
  /** What was spent as far into the month before. */
  previousMicros: Micros;
  wallet: Wallet;
  /** What practice calls and messages took of the trial credit. */
  practiceMicros: Micros;
  /** What is left of the trial credit. */
  trialMicros: Micros;
  /** What another account's trial was known by again, so that this one has none; null: it has one, or may yet. */
  trialWithheldFor: Trial['because'];
};

/** What an account did and paid in the present month of its time zone, and what its wallet holds now. */
export async function usageThisMonth(deps: UsageDeps, db: Executor, account: Account, now: Date): Promise<Usage> {
  const month = monthOf(now, account.timeZone);
  const wallet = await findWallet(db, account.walletId);
  if (wallet === null) throw new Error(`account ${account.id} has no wallet ${account.walletId}`);
  const trial = await findWallet(db, account.trialWalletId);
  if (trial === null) throw new Error(`account ${account.id} has no wallet ${account.trialWalletId}`);
  const { calls, seconds } = await deps.countCalls(db, { accountId: account.id, ...month });
  const earned = await revenueFrom(db, { walletId: wallet.id, ...month });
  const before = await revenueFrom(db, { walletId: wallet.id, ...asFarInto(month, account.timeZone, now) });
  return {
    calls,
    seconds,
    includedSeconds: wholeUnits(await usedOfAllowances(db, { accountId: account.id, ...month })),
    sms: await deps.countMessages(db, { accountId: account.id, ...month }),
    costMicros: earned.totalMicros,
    callsMicros: earned.callsMicros,
    previousMicros: before.totalMicros,
    wallet,
    practiceMicros: await practisedWith(db, { walletId: trial.id, ...month }),
    trialMicros: trial.balanceMicros,
    trialWithheldFor: (await findTrial(db, account.id))?.because ?? null,
  };
}

/** Trial credit is given and lapses, too: that is no practice. */
const PRACTICE: ReadonlySet<string> = new Set(['call', 'message', 'message_refund']);

async function practisedWith(db: Executor, span: Parameters<typeof walletSums>[1]): Promise<Micros> {
  const { byCause } = await walletSums(db, span);
  return micros(byCause.reduce((spent, { type, sumMicros }) => (PRACTICE.has(type) ? spent - sumMicros : spent), 0n));
}

const HOUR_MS = 3_600_000;

/** The month before another one, up to as many hours after its beginning as `now` is after that one's; it may be shorter. */
function asFarInto(month: Span, timeZone: string, now: Date): Span {
  const { from } = monthOf(new Date(month.from.getTime() - 1), timeZone);
  // By the hour: what was summed up of a span is remembered, and this one would be another each time.
  const passedMs = Math.floor((now.getTime() - month.from.getTime()) / HOUR_MS) * HOUR_MS;
  return { from, to: new Date(Math.min(month.from.getTime(), from.getTime() + passedMs)) };
}
