import type { Transaction } from '../../platform/database.ts';
import { availableMicros, lockWallet, placeHold, releaseHold } from '../ledger/index.ts';
import { isFree } from '../rating/index.ts';
import { holdAllowance } from './call-allowance.ts';
import type { CallRecord } from './call-record.ts';
import { firstStretch, grantedByHold } from './first-stretch.ts';
import type { CallSettings } from './settings.ts';

export type HeldStretch = Pick<CallRecord, 'holdId' | 'allowance'> & { grantedSeconds: number };

/**
 * Holds what the first stretch of a call takes: seconds of its allowance first, then the price of the rest. Null when the
 * payer has neither enough: then nothing is held. Seconds alone allow it too, if they are worth a call.
 */
export async function holdFirstStretch(
  tx: Transaction,
  settings: CallSettings,
  { call, otherCalls, now }: { call: CallRecord; otherCalls: number; now: Date },
): Promise<HeldStretch | null> {
  const { terms } = call.rated;
  const full = Math.min(settings.firstStretchSeconds, settings.longestSeconds);
  const allowance = isFree(terms) ? null : await holdAllowance(tx, call, { seconds: full, at: now });
  const includedSeconds = allowance?.seconds ?? 0;
  // Locked, so that calls that come at the same time share what is there one after another.
  const wallet = otherCalls > 0 ? await lockWallet(tx, call.payerWalletId) : null;
  const shared = wallet === null ? null : availableMicros(wallet);
  const stretch = firstStretch(terms, settings, shared, includedSeconds);
  if (stretch.free) return { holdId: null, allowance, grantedSeconds: stretch.grantedSeconds };

  const held = await placeHold(tx, {
    walletId: call.payerWalletId,
    wantedMicros: stretch.wantedMicros,
    leastMicros: stretch.leastMicros,
    cause: { type: 'call', id: call.id },
    at: now,
  });
  if (held.allowed) {
    const grantedSeconds = grantedByHold(terms, settings, held.heldMicros, includedSeconds);
    return { holdId: held.holdId, allowance, grantedSeconds };
  }
  if (includedSeconds >= settings.leastSharedSeconds) {
    return { holdId: null, allowance, grantedSeconds: includedSeconds };
  }
  const holdId = allowance?.holdId ?? null;
  if (holdId !== null) await releaseHold(tx, { holdId, at: now });
  return null;
}
