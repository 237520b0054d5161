import type { Database } from '../../platform/database.ts';
import type { CallRecord } from './call-record.ts';
import { type CallEnd, endCall } from './end-call.ts';
import { endedByOfDecision, endingOfAnswered } from './end-reason.ts';

export type ReportedEnd = {
  callId: string;
  /** The first BYE, or the instant of the cut. */
  at: Date;
  answeredAt: Date;
  by: 'caller' | 'callee' | 'limit' | 'server';
  trunk: string;
  toTag: string;
};

/** An answered call is over at the engine: it is charged and closed, once, whatever else is late or repeated. */
export async function recordEnd(database: Database, end: ReportedEnd): Promise<void> {
  await endCall(database, end.callId, (call) => endOf(call, end));
}

function endOf(call: CallRecord, end: ReportedEnd): CallEnd {
  const decided = call.decidedEnd;
  const common = { answeredAt: end.answeredAt, sipStatus: null, trunk: end.trunk, toTag: end.toTag };
  // Whoever hung up first: what was decided to be charged for stays the most.
  if (decided !== null && (end.by === 'server' || decided.chargedTo !== null)) {
    const at = decided.chargedTo !== null && decided.chargedTo < end.at ? decided.chargedTo : end.at;
    return { ...common, at, reason: decided.reason, endedBy: endedByOfDecision(decided.reason) };
  }
  return { ...common, at: end.at, ...endingOfAnswered(end.by, call.isEndKnown) };
}
