import { type Micros, micros } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import type { Account } from '../../accounts/index.ts';
import { availableMicros, findWallet, lockWallet, placeHold, releaseHold } from '../../ledger/index.ts';
import { isFree } from '../../rating/index.ts';
import { holdAllowance } from './call-allowance.ts';
import type { CallRecord } from '../record/call-record.ts';
import { countOtherRunningCalls } from '../record/calls-store.ts';
import { firstStretch, grantedByHold } from './first-stretch.ts';
import type { CallSettings } from '../record/settings.ts';
import { whoPays } from '../record/who-pays.ts';

export type HeldStretch = {
  held: Pick<CallRecord, 'holdId' | 'allowance' | 'payerWalletId' | 'paidBy'> & { grantedSeconds: number };
  /** Of money, or of trial credit. */
  heldMicros: Micros;
};

/**
 * Holds what the first stretch of a call takes: seconds of its allowance first, then the price of the rest. Null when the
 * payer has neither enough, or may not spend so much: then nothing is held. Seconds alone allow it too, if they are worth
 * a call. `mostMicros` null: no limit bounds it.
 */
export async function holdFirstStretch(
  tx: Transaction,
  settings: CallSettings,
  wanted: {
    call: CallRecord;
    account: Pick<Account, 'walletId' | 'trialWalletId'>;
    /** On the wallet that the call names. */
    otherCalls: number;
    mostMicros: Micros | null;
    now: Date;
  },
): Promise<HeldStretch | null> {
  const { mostMicros, now } = wanted;
  const { terms } = wanted.call.rated;
  const full = Math.min(settings.firstStretchSeconds, settings.longestSeconds);
  const allowance = isFree(terms) ? null : await holdAllowance(tx, wanted.call, { seconds: full, at: now });
  const includedSeconds = allowance?.seconds ?? 0;
  const call = await paidNow(tx, wanted.call, wanted.account);
  const { payerWalletId, paidBy } = call;
  const isAsNamed = payerWalletId === wanted.call.payerWalletId;
  const otherCalls = isAsNamed ? wanted.otherCalls : await countOtherRunningCalls(tx, call);
  // Locked, so that calls that come at the same time share what is there one after another.
  const wallet = otherCalls > 0 ? await lockWallet(tx, payerWalletId) : null;
  const shared = wallet === null ? null : availableMicros(wallet);
  const stretch = firstStretch(terms, settings, shared, includedSeconds);
  if (stretch.free) return withoutHold({ ...call, allowance }, stretch.grantedSeconds);

  const { leastMicros } = stretch;
  const isBound = mostMicros !== null && mostMicros < stretch.wantedMicros;
  const held = await placeWithin(tx, call, {
    wantedMicros: isBound ? mostMicros : stretch.wantedMicros,
    leastMicros,
    now,
  });
  if (held !== null) {
    const grantedSeconds = grantedByHold(terms, settings, held.heldMicros, includedSeconds);
    const { holdId, heldMicros } = held;
    return { held: { holdId, allowance, grantedSeconds, payerWalletId, paidBy }, heldMicros };
  }
  if (includedSeconds >= settings.leastSharedSeconds) return withoutHold({ ...call, allowance }, includedSeconds);
  const holdId = allowance?.holdId ?? null;
  if (holdId !== null) await releaseHold(tx, { holdId, at: now });
  return null;
}

const withoutHold = ({ allowance, payerWalletId, paidBy }: CallRecord, grantedSeconds: number): HeldStretch => ({
  held: { holdId: null, allowance, grantedSeconds, payerWalletId, paidBy },
  heldMicros: micros(0n),
});

/** The call with the wallet that pays for it as things are now. */
async function paidNow(
  tx: Transaction,
  call: CallRecord,
  account: Pick<Account, 'walletId' | 'trialWalletId'>,
): Promise<CallRecord> {
  const paidBy = (await isPaidByTrial(tx, call, account)) ? 'trial_credit' : 'money';
  return { ...call, paidBy, payerWalletId: paidBy === 'money' ? account.walletId : account.trialWalletId };
}

/** True: the trial wallet is locked, and what it was found to have stays there. */
async function isPaidByTrial(
  tx: Transaction,
  { isPractice, rated: { terms } }: CallRecord,
  { trialWalletId }: Pick<Account, 'trialWalletId'>,
): Promise<boolean> {
  if (!isPractice || isFree(terms)) return false;
  // Looked at first: of the many who have none left, nobody waits for another.
  for (const read of [findWallet, lockWallet]) {
    const trial = await read(tx, trialWalletId);
    if (trial === null || whoPays({ isPractice, terms }, availableMicros(trial)) === 'money') return false;
  }
  return true;
}

async function placeWithin(
  tx: Transaction,
  call: CallRecord,
  { wantedMicros, leastMicros, now }: { wantedMicros: Micros; leastMicros: Micros; now: Date },
): Promise<{ holdId: string; heldMicros: Micros } | null> {
  if (wantedMicros < leastMicros) return null;
  const cause = { type: 'call', id: call.id };
  const held = await placeHold(tx, { walletId: call.payerWalletId, wantedMicros, leastMicros, cause, at: now });
  return held.allowed ? held : null;
}
