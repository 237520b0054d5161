import { type Micros, micros } from '@farline/contracts';
import { type CallTerms, isFree, longestAffordable, longestSplit, priceCall } from '../../rating/index.ts';
import type { CallSettings } from '../record/settings.ts';

/** What to hold before a call begins. `free` holds nothing. */
export type FirstStretch =
  | { free: true; grantedSeconds: number }
  | { free: false; wantedMicros: Micros; leastMicros: Micros };

/**
 * The hold for the first stretch of a call: its full length, or all the money. With other calls on the wallet only what
 * half of `sharedAvailableMicros` buys, but never pressed below the first increment and `leastSharedSeconds`. The least
 * is the first increment: a wallet that cannot pay it is out of credit. `includedSeconds` are held of an allowance: only
 * the rest is paid, and nothing when they last for the whole stretch.
 */
export function firstStretch(
  terms: CallTerms,
  settings: CallSettings,
  sharedAvailableMicros: Micros | null,
  includedSeconds = 0,
): FirstStretch {
  if (isFree(terms)) return { free: true, grantedSeconds: settings.longestFreeSeconds };
  const full = Math.min(settings.firstStretchSeconds, settings.longestSeconds);
  const rest = full - includedSeconds;
  if (rest <= 0) return { free: true, grantedSeconds: Math.min(includedSeconds, settings.longestSeconds) };
  const seconds =
    sharedAvailableMicros === null ? rest : Math.min(rest, fairSeconds(terms, settings, sharedAvailableMicros));
  return { free: false, wantedMicros: priceCall(terms, seconds), leastMicros: priceCall(terms, 1) };
}

function fairSeconds(terms: CallTerms, settings: CallSettings, availableMicros: Micros): number {
  const half = longestAffordable(terms, micros(availableMicros / 2n)) ?? settings.longestSeconds;
  return Math.max(half, terms.firstSeconds, settings.leastSharedSeconds);
}

/** The longest time that the holds reach for, in money and in seconds of an allowance: what the engine is told to allow. */
export function grantedByHold(
  terms: CallTerms,
  settings: CallSettings,
  heldMicros: Micros,
  includedSeconds = 0,
): number {
  const longest = longestSplit(terms, { includedSeconds, amount: heldMicros });
  return Math.min(longest ?? settings.longestSeconds, settings.longestSeconds);
}
