import type { CountedCall } from '@farline/contracts';
import { type CallRecord, otherSide } from './call-record.ts';

/**
 * The facts of an ended call for whoever sums calls up; null for one that never came to the engine, that still runs, or that
 * came in and cost nothing.
 */
export function countedCall(call: CallRecord): CountedCall | null {
  const { progress, charge, rated } = call;
  if (progress.state !== 'ended' || progress.authorisedAt === null || charge === null) return null;
  if (call.direction === 'inbound' && charge.costMicros === 0n) return null;
  return {
    startedAt: call.initiatedAt.toISOString(),
    endedAt: progress.endedAt.toISOString(),
    isAnswered: progress.answeredAt !== null,
    answeredSeconds: charge.answeredSeconds,
    // Trial credit is no money: nothing was spent.
    costMicros: (call.paidBy === 'money' ? charge.costMicros : 0n).toString(),
    countryCode: rated.destination.countryCode,
    kind: rated.destination.kind,
    peer: otherSide(call),
  };
}
