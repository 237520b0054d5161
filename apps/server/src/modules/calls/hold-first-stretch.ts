import { type Micros, micros } from '@farline/contracts';
import type { Transaction } from '../../platform/database.ts';
import { availableMicros, lockWallet, placeHold, releaseHold } from '../ledger/index.ts';
import { isFree } from '../rating/index.ts';
import { holdAllowance } from './call-allowance.ts';
import type { CallRecord } from './call-record.ts';
import { firstStretch, grantedByHold } from './first-stretch.ts';
import type { CallSettings } from './settings.ts';

export type HeldStretch = {
  held: Pick<CallRecord, 'holdId' | 'allowance'> & { grantedSeconds: number };
  /** Of money. */
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
  wanted: { call: CallRecord; otherCalls: number; mostMicros: Micros | null; now: Date },
): Promise<HeldStretch | null> {
  const { call, otherCalls, mostMicros, now } = wanted;
  const { terms } = call.rated;
  const full = Math.min(settings.firstStretchSeconds, settings.longestSeconds);
  const allowance = isFree(terms) ? null : await holdAllowance(tx, call, { seconds: full, at: now });
  const includedSeconds = allowance?.seconds ?? 0;
  // Locked, so that calls that come at the same time share what is there one after another.
  const wallet = otherCalls > 0 ? await lockWallet(tx, call.payerWalletId) : null;
  const shared = wallet === null ? null : availableMicros(wallet);
  const stretch = firstStretch(terms, settings, shared, includedSeconds);
  if (stretch.free) return withoutMoney(allowance, stretch.grantedSeconds);

  const { leastMicros } = stretch;
  const isBound = mostMicros !== null && mostMicros < stretch.wantedMicros;
  const held = await placeWithin(tx, call, {
    wantedMicros: isBound ? mostMicros : stretch.wantedMicros,
    leastMicros,
    now,
  });
  if (held !== null) {
    const grantedSeconds = grantedByHold(terms, settings, held.heldMicros, includedSeconds);
    return { held: { holdId: held.holdId, allowance, grantedSeconds }, heldMicros: held.heldMicros };
  }
  if (includedSeconds >= settings.leastSharedSeconds) return withoutMoney(allowance, includedSeconds);
  const holdId = allowance?.holdId ?? null;
  if (holdId !== null) await releaseHold(tx, { holdId, at: now });
  return null;
}

const withoutMoney = (allowance: CallRecord['allowance'], grantedSeconds: number): HeldStretch => ({
  held: { holdId: null, allowance, grantedSeconds },
  heldMicros: micros(0n),
});

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
