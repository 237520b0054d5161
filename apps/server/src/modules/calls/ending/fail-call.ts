import type { Database } from '../../../platform/database.ts';
import { endCall } from './end-call.ts';
import { endedByOfDecision, endingOfFailure } from '../record/end-reason.ts';

export type ReportedFailure = {
  callId: string;
  at: Date;
  status: number;
  cause: 'final' | 'first_sign_timeout' | 'ringing_timeout' | 'cancelled';
  trunk: string;
  attempts: string;
};

/** A call was never answered: it ends with its reason, and its hold goes back whole. */
export async function failCall(database: Database, failure: ReportedFailure): Promise<void> {
  await endCall(database, failure.callId, (call) => {
    // Only what was allowed can have been tried.
    if (call.progress.state === 'initiated') return null;
    const { direction } = call;
    const decided = failure.cause === 'cancelled' ? call.decidedEnd : null;
    const ending =
      decided === null
        ? endingOfFailure({ ...failure, direction })
        : { reason: decided.reason, endedBy: endedByOfDecision(decided.reason, direction) };
    return {
      at: failure.at,
      answeredAt: null,
      ...ending,
      sipStatus: failure.status,
      trunk: failure.trunk,
      attempts: failure.attempts,
    };
  });
}
