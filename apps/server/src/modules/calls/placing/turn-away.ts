import type { EndReason, IncomingOutcome } from '@farline/contracts';
import type { Database } from '../../../platform/database.ts';
import { endCall } from '../ending/end-call.ts';
import type { CallRecord } from '../record/call-record.ts';
import { insertCall } from '../record/record-with-others.ts';
import { refuse } from './call-decision.ts';

/** What the rule refuses, or what it says of a call that cannot be done. */
type Refused = Omit<Extract<IncomingOutcome, { is: 'refused' }>, 'because'> & { because: EndReason };

/** Do not disturb is 480 (RFC 3261 §21.4.18), and a number that is wanted and not shown 433 (RFC 5079). */
const ANSWERS: Record<Refused['as'], { status: number; phrase: string; reason: EndReason }> = {
  declined: { status: 603, phrase: 'Decline', reason: 'rejected' },
  anonymity: { status: 433, phrase: 'Anonymity Disallowed', reason: 'anonymous_refused' },
  busy: { status: 486, phrase: 'Busy Here', reason: 'busy' },
  nobody: { status: 480, phrase: 'Temporarily Unavailable', reason: 'unavailable' },
};

/**
 * Writes down a call that came in, and `also` what goes with it, and ends it as its number's rule says before anything has rung. Its record says why; who calls is told no more than a
 * telephone would tell.
 */
export async function turnAway(
  database: Database,
  refused: { call: CallRecord; outcome: Refused; at: Date; also?: () => Promise<void> },
): Promise<ReturnType<typeof refuse> & { call: string }> {
  const { call, outcome, at } = refused;
  const { status, phrase, reason } = ANSWERS[outcome.as];
  const end = { at, answeredAt: null, reason: outcome.because, endedBy: 'callee', sipStatus: status } as const;
  await insertCall(database, call);
  await refused.also?.();
  await endCall(database, call.id, () => end);
  return { ...refuse(status, phrase, reason), call: call.id };
}
