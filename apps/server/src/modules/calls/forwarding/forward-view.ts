import { type CallForward, micros, toMoney } from '@farline/contracts';
import type { CallForwarding } from './forwards-store.ts';

/** A call's forward as its page shows it. */
export function forwardView(forward: CallForwarding | null, currency: string): CallForward | null {
  if (forward === null) return null;
  const { role, callId, number, mostMicros, refusal } = forward;
  const most = mostMicros === null ? null : toMoney(micros(mostMicros), currency);
  return { role, callId, number, most, refusal };
}
