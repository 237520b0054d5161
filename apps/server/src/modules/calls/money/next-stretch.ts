import { type Micros, micros } from '@farline/contracts';
import { type CallTerms, longestSplit, splitCall } from '../../rating/index.ts';
import { grantedByHold } from './first-stretch.ts';
import type { CallSettings } from '../record/settings.ts';

export type RunningCall = {
  terms: CallTerms;
  answeredAt: Date;
  grantedSeconds: number;
  /** The whole hold of the call. */
  heldMicros: Micros;
  /** Seconds that are held of an allowance, and come first; absent: none. */
  includedSeconds?: number;
};

/** What to add to a running call's hold. `enough`: the hold already reaches `seconds`. `longest`: no call lasts longer. */
export type NextStretch =
  | { step: 'add'; seconds: number; wantedMicros: Micros; leastMicros: Micros }
  | { step: 'enough'; seconds: number }
  | { step: 'longest' };

/**
 * The next stretch of a running call: as much as is granted ahead of `now` at a call's start. With other calls on the
 * wallet only what half of `sharedAvailableMicros` buys, but never pressed below the next increment and
 * `leastSharedSeconds`. The least is one increment.
 */
export function nextStretch(
  call: RunningCall,
  settings: CallSettings,
  now: Date,
  sharedAvailableMicros: Micros | null,
): NextStretch {
  if (call.grantedSeconds >= settings.longestSeconds) return { step: 'longest' };
  const elapsed = Math.ceil((now.getTime() - call.answeredAt.getTime()) / 1000);
  const full = Math.max(elapsed + settings.firstStretchSeconds, call.grantedSeconds + 1);
  const fair = sharedAvailableMicros === null ? full : fairSeconds(call, settings, sharedAvailableMicros);
  const seconds = Math.min(full, fair, settings.longestSeconds);

  const included = call.includedSeconds ?? 0;
  const priceOf = (time: number) => splitCall(call.terms, time, included).priceMicros;
  const granted = grantedByHold(call.terms, settings, call.heldMicros, included);
  const wanted = priceOf(seconds) - call.heldMicros;
  if (wanted <= 0n) return { step: 'enough', seconds: granted };
  const least = priceOf(Math.max(call.grantedSeconds, granted) + 1) - call.heldMicros;
  return { step: 'add', seconds, wantedMicros: micros(wanted), leastMicros: micros(least > 0n ? least : 1n) };
}

function fairSeconds(call: RunningCall, settings: CallSettings, availableMicros: Micros): number {
  const amount = micros(call.heldMicros + availableMicros / 2n);
  const half =
    longestSplit(call.terms, { includedSeconds: call.includedSeconds ?? 0, amount }) ?? settings.longestSeconds;
  const least = call.grantedSeconds + Math.max(call.terms.nextSeconds, settings.leastSharedSeconds);
  return Math.max(half, least);
}
