import type { MessageReason, MessageStatus } from '@farline/contracts';
import type { PartState } from './parts-store.ts';

/** What becomes of a message whose parts are as they are. */
export type NextState = {
  state: MessageStatus;
  reason: MessageReason | null;
  /** Segments to be charged; null: that is not known yet, and what they cost stays held. */
  chargedSegments: number | null;
};

const TAKEN: ReadonlySet<string> = new Set(['accepted', 'delivered', 'undelivered', 'expired', 'rejected']);
/** What expired or was refused after all costs nothing. */
const CHARGED: ReadonlySet<string> = new Set(['accepted', 'delivered', 'undelivered']);

/**
 * The state of a message by those of its parts. It is charged for what the carrier took, once nothing waits and nothing is unknown;
 * delivered when all parts are. `isOverdue`: nobody waits any longer to hear of what is unknown.
 */
export function nextState(parts: readonly PartState[], isOverdue = false): NextState {
  const has = (...states: PartState[]) => parts.some((state) => states.includes(state));
  const chargedSegments = parts.filter((state) => CHARGED.has(state)).length;
  if (has('waiting', 'submitting')) return { state: 'queued', reason: null, chargedSegments: null };
  if (has('unknown'))
    return { state: 'unknown', reason: 'unanswered', chargedSegments: isOverdue ? chargedSegments : null };
  if (!parts.some((state) => TAKEN.has(state))) return { state: 'failed', reason: 'refused', chargedSegments };
  if (has('expired')) return { state: 'undelivered', reason: 'expired', chargedSegments };
  // Also where nobody took the rest, for as long as that was tried: "couldn't be delivered" would say that it was taken, and charged.
  if (has('rejected', 'refused')) return { state: 'undelivered', reason: 'refused', chargedSegments };
  if (has('undelivered')) return { state: 'undelivered', reason: 'undeliverable', chargedSegments };
  return { state: has('accepted') ? 'sent' : 'delivered', reason: null, chargedSegments };
}
