import type { Micros } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { monthOf } from '../../platform/local-days.ts';
import { type Account, findTrial, type Trial } from '../accounts/index.ts';
import { findWallet, revenueFrom, usedOfAllowances, type Wallet, wholeUnits } from '../ledger/index.ts';

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
  wallet: Wallet;
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
  return {
    calls,
    seconds,
    includedSeconds: wholeUnits(await usedOfAllowances(db, { accountId: account.id, ...month })),
    sms: await deps.countMessages(db, { accountId: account.id, ...month }),
    costMicros: await revenueFrom(db, { walletId: wallet.id, ...month }),
    wallet,
    trialMicros: trial.balanceMicros,
    trialWithheldFor: (await findTrial(db, account.id))?.because ?? null,
  };
}
