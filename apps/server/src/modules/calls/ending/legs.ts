import { parseAttempts } from '../record/attempts.ts';
import type { EndedBy, EndedProgress } from '../record/call.ts';
import type { CallRecord } from '../record/call-record.ts';
import { q850Cause } from '../record/end-reason.ts';

/** One side of an ended call: the browser's or SIP phone's, or a trunk's that was tried. Shares the engine's names of the call. */
export type Leg = {
  sipCallId: string;
  fromTag: string;
  toTag: string | null;
  sipStatus: number | null;
  q850Cause: number | null;
  endedBy: EndedBy | null;
} & ({ kind: 'browser' | 'phone' } | { kind: 'carrier'; trunk: string });

const OK = 200;
const FIRST_FAILURE = 300;
const REQUEST_TIMEOUT = 408;
const REQUEST_TERMINATED = 487;

/**
 * The legs of an ended call: the caller's first, then each trunk that was tried, in order, or the phones of who was called.
 * None without an INVITE.
 */
export function legsOf(call: CallRecord, ended: EndedProgress): Leg[] {
  if (call.sipCallId === null || call.fromTag === null) return [];
  const names = { sipCallId: call.sipCallId, fromTag: call.fromTag };
  const isAnswered = ended.answeredAt !== null;
  const status = isAnswered ? OK : ended.sipStatus;
  const own: Leg = {
    ...names,
    kind: call.placer.kind === 'user' ? 'browser' : 'phone',
    toTag: call.toTag,
    sipStatus: status,
    q850Cause: status === null ? null : q850Cause(status),
    endedBy: ended.endedBy,
  };
  if (call.direction === 'inbound') return [{ ...own, kind: 'carrier', trunk: call.trunk ?? '' }, own];
  const failed = parseAttempts(call.attempts)
    .map((attempt) => ({
      trunk: attempt.trunk,
      status: attempt.status === 'timeout' ? REQUEST_TIMEOUT : attempt.status,
    }))
    .filter((attempt) => attempt.status >= FIRST_FAILURE)
    .map(
      (attempt): Leg => ({
        ...names,
        kind: 'carrier',
        trunk: attempt.trunk,
        toTag: null,
        sipStatus: attempt.status,
        q850Cause: q850Cause(attempt.status),
        endedBy: attempt.status === REQUEST_TERMINATED ? ended.endedBy : 'carrier',
      }),
    );
  const carrier: Leg[] = isAnswered && call.trunk !== null ? [{ ...own, kind: 'carrier', trunk: call.trunk }] : [];
  return [own, ...failed, ...carrier];
}
